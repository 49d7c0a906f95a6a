//! Labels side by side and labels in steps say the same, and both say what proof-number search says for each goal.

use super::*;
use crate::effort::any::aim;
use crate::effort::{Effort, Numbers};
use crate::game::Assessment;
use crate::random::Random;

fn aims(count: i32, repetition: Option<Value>) -> Vec<Aim> {
    (0..count).map(|value| aim(value, repetition)).collect()
}

impl Many {
    /// The pair of every goal.
    fn pairs(&mut self, label: <Many as Effort>::Label) -> Vec<ProofNumbers> {
        let attended = self.goals.attended;
        let all = (0..usize::from(self.goals.count())).map(|goal| {
            self.goals.attended = goal;
            self.attended(label)
        });
        let all = all.collect();
        self.goals.attended = attended;
        all
    }
}

/// A random tree of labels, made in several ways at once.
#[test]
fn steps_say_what_pairs_say() {
    let mut random = Random::new(3);
    for _ in 0..20_000 {
        let count = 1 + random.below(2) as i32;
        let repetition = (random.below(2) == 0).then(|| random.below(3) as i32 - 1);
        let aims = aims(count, repetition);
        let mut few = Few::new(&aims, Tie::First);
        let mut many = Many::new(&aims, Tie::First);
        let mut labels = Vec::new();
        for _ in 0..12 {
            let player = if random.below(2) == 0 { Player::Max } else { Player::Min };
            let (one, other) = match random.below(4) {
                0 => {
                    let value = random.below(4) as i32 - 1;
                    (few.ended(value), many.ended(value))
                }
                1 => (few.repeated(), many.repeated()),
                _ if labels.len() < 3 => {
                    let assessment = Assessment { reach: 1 + random.below(5) as u32, miss: 1 + random.below(5) as u32 };
                    (few.leaf(0, player, assessment), many.leaf(0, player, assessment))
                }
                _ => {
                    let children: Vec<_> =
                        (0..1 + random.below(3)).map(|_| labels[random.below(labels.len())]).collect();
                    let marks: Vec<bool> = children.iter().map(|_| random.below(4) == 0).collect();
                    assert_eq!(
                        few.choose_open(
                            player,
                            children.iter().zip(&marks).map(|(&(one, _), &is_marked)| (!is_marked).then_some(one))
                        ),
                        many.choose_open(
                            player,
                            children.iter().zip(&marks).map(|(&(_, other), &is_marked)| (!is_marked).then_some(other))
                        ),
                    );
                    if random.below(2) == 0 {
                        let one = few.combine(player, children.iter().map(|&(one, _)| one));
                        let other = many.combine(player, children.iter().map(|&(_, other)| other));
                        if one.iter().any(|pair| pair.solved().is_none()) {
                            assert_eq!(
                                few.choose(player, one, children.iter().map(|&(one, _)| one)),
                                many.choose(player, other, children.iter().map(|&(_, other)| other)),
                            );
                        }
                        (one, other)
                    } else {
                        (
                            few.combine_marked(
                                player,
                                children.iter().zip(&marks).map(|(&(one, _), &mark)| (one, mark)),
                            ),
                            many.combine_marked(
                                player,
                                children.iter().zip(&marks).map(|(&(_, other), &mark)| (other, mark)),
                            ),
                        )
                    }
                }
            };
            assert_eq!(&one[..count as usize], many.pairs(other));
            assert_eq!(few.settled(one), many.settled(other));
            assert_eq!(few.is_final(one), many.is_final(other));
            assert_eq!(few.solved(one), many.solved(other));
            assert_eq!(few.lost(), many.lost());
            assert_eq!(few.report(one), many.report(other));
            let settled = few.settled(one).join(few.lost());
            if settled.lower <= settled.upper && random.below(3) == 0 {
                let copy = many.share(other);
                let copy = many.with_settled(copy, settled);
                assert_eq!(&few.with_settled(one, settled)[..count as usize], many.pairs(copy));
            }
            labels.push((one, other));
            assert_eq!(few.attend(one, player), many.attend(other, player));
            assert_eq!(few.question(), many.question());
        }
    }
}

/// For each goal by itself a label is that of proof-number search.
#[test]
fn each_goal_has_its_proof_numbers() {
    let mut random = Random::new(4);
    for _ in 0..3000 {
        let count = 1 + random.below(40) as i32;
        let aims = aims(count, None);
        let mut many = Many::new(&aims, Tie::First);
        let mut each: Vec<Numbers> = aims.iter().map(|&aim| Numbers::new(aim, Tie::First)).collect();
        let mut labels: Vec<(<Many as Effort>::Label, Vec<ProofNumbers>)> = Vec::new();
        for _ in 0..15 {
            let player = if random.below(2) == 0 { Player::Max } else { Player::Min };
            let (label, numbers): (_, Vec<ProofNumbers>) = if labels.len() < 4 || random.below(3) == 0 {
                let value = random.below(count as usize + 2) as i32 - 1;
                let assessment = Assessment { reach: 1 + random.below(5) as u32, miss: 1 };
                if random.below(2) == 0 {
                    (many.ended(value), each.iter().map(|goal| goal.ended(value)).collect())
                } else {
                    let numbers = each.iter_mut().map(|goal| goal.leaf(0, player, assessment)).collect();
                    (many.leaf(0, player, assessment), numbers)
                }
            } else {
                let children: Vec<(_, Vec<ProofNumbers>)> =
                    (0..1 + random.below(4)).map(|_| labels[random.below(labels.len())].clone()).collect();
                let label = many.combine(player, children.iter().map(|&(label, _)| label));
                let numbers = each
                    .iter_mut()
                    .enumerate()
                    .map(|(goal, effort)| effort.combine(player, children.iter().map(|(_, numbers)| numbers[goal])));
                (label, numbers.collect())
            };
            assert_eq!(many.pairs(label), numbers);
            labels.push((label, numbers));
        }
    }
}

/// The attracting outcome as the paper defines it, outcome by outcome.
#[test]
fn the_attracting_outcome_has_the_least_sum() {
    let mut random = Random::new(5);
    for _ in 0..20_000 {
        let count = 1 + random.below(6);
        // Monotone pairs, with settled goals on both sides.
        let (won, lost) = (random.below(3), random.below(3));
        let (mut proof, mut disproof) = (1, 40);
        let pairs: Vec<ProofNumbers> = (0..count)
            .map(|goal| {
                proof += random.below(4) as u32;
                disproof -= random.below(4) as u32;
                if goal < won {
                    ProofNumbers::WON
                } else if goal + lost >= count {
                    ProofNumbers::LOST
                } else {
                    ProofNumbers { proof, disproof }
                }
            })
            .collect();
        // Outcome o has G of goal o − 1 and S of goal o; 0 at the ends.
        let greater = |outcome: usize| if outcome == 0 { 0 } else { pairs[outcome - 1].proof };
        let smaller = |outcome: usize| if outcome == count { 0 } else { pairs[outcome].disproof };
        let sum = |&outcome: &usize| u64::from(greater(outcome)) + u64::from(smaller(outcome));
        let finite = |outcome: &usize| greater(*outcome) != INFINITY && smaller(*outcome) != INFINITY;
        let for_max = (0..=count).filter(|&outcome| greater(outcome) > 0).filter(finite).min_by_key(sum);
        let for_min = (0..=count).rev().filter(|&outcome| smaller(outcome) > 0).filter(finite).min_by_key(sum);
        let mut steps: Vec<Step> = Vec::new();
        for (goal, &pair) in pairs.iter().enumerate() {
            match steps.last_mut() {
                Some(last) if last.pair == pair => last.end = goal + 1,
                _ => steps.push(Step { start: goal, end: goal + 1, pair }),
            }
        }
        assert_eq!(attracting(Player::Max, steps.iter().copied()), for_max.map(|outcome| outcome - 1), "{pairs:?}");
        assert_eq!(attracting(Player::Min, steps.iter().copied()), for_min, "{pairs:?}");
    }
}
