//! winproof-lab
