//! One certificate from many fragments.
//!
//! A fragment is a certificate about a position somewhere below the root. The strategies of several go together: for a
//! position that is in more than one, the entry of least rank stays. Every entry's answers have lower ranks in its own
//! fragment, and no higher ones in the whole, so ranks fall there too. Above the fragments the master's graph says
//! which moves to make; a strategist who must make progress moves to what was settled before.

use crate::graph::{Graph, Id};
use crate::master::Master;
use crate::master::record::Held;
use crate::message::{Fragment, digest};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use winproof::open::{Knowledge, KnownPosition, OpenGame};
use winproof::proof::BlockWriter;
use winproof::proof::aside::Aside;
use winproof::proof::certificate::{Header, RootClaim};
use winproof::proof::check::{Reader, Refusal};
use winproof::proof::sorter::{Sorter, Temporary};
use winproof::{Claim, Player, Status, Value};

/// One half of a claim: "at least this", Max's, or "at most this", Min's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Half {
    /// Whether it is Max's.
    pub is_lower: bool,
    /// The bound.
    pub bound: Value,
}

impl Half {
    /// Whose strategy shows it.
    pub fn player(self) -> Player {
        if self.is_lower { Player::Max } else { Player::Min }
    }

    fn is_kept_by(self, value: Value) -> bool {
        if self.is_lower { value >= self.bound } else { value <= self.bound }
    }

    /// The claim that a fragment makes.
    pub fn claim(self) -> Claim {
        match self.is_lower {
            true => Claim { at_least: Some(self.bound), at_most: None },
            false => Claim { at_least: None, at_most: Some(self.bound) },
        }
    }
}

/// A position above the fragments: the move, where it is the strategist's, and what has to be answered.
#[derive(Clone, Debug)]
pub struct Interior {
    /// The position.
    pub position: String,
    /// The strategist's move, or `-`.
    pub mv: String,
    needs: Vec<String>,
}

/// What a certificate is made of.
#[derive(Debug)]
pub struct Plan {
    /// The half.
    pub half: Half,
    /// Whether ranks have to fall.
    pub ranked: bool,
    /// Positions above the fragments, each after those that lead to it.
    pub interior: Vec<Interior>,
    /// The fragments.
    pub used: Vec<(String, Held)>,
    /// Positions that nobody has shown yet.
    pub missing: Vec<String>,
}

/// Says what the certificate of a half is to be made of. The master's question must be that of the half.
pub fn plan(master: &Master, root: &str, half: Half, rules: &dyn Knowledge) -> Plan {
    let question = master.graph.question();
    let wins = question.holds(true) == half.is_lower;
    let can_repeat = master.settings.repetition.is_some();
    let walk = Walk { master, graph: &master.graph, half, wins, needs_order: can_repeat && wins };
    let mut plan =
        Plan { half, ranked: wins || !can_repeat, interior: Vec::new(), used: Vec::new(), missing: Vec::new() };
    let mut seen = HashMap::from([(root.to_string(), ())]);
    let mut open = vec![root.to_string()];
    while let Some(position) = open.pop() {
        if let Some(held) = master.fragment(&position, half.is_lower, half.bound) {
            plan.used.push((position, held.clone()));
            continue;
        }
        match walk.interior(&position, rules) {
            Some(interior) => {
                for need in &interior.needs {
                    if seen.insert(need.clone(), ()).is_none() {
                        open.push(need.clone());
                    }
                }
                plan.interior.push(interior);
            }
            None => plan.missing.push(position),
        }
    }
    plan
}

struct Walk<'a> {
    master: &'a Master,
    graph: &'a Graph,
    half: Half,
    /// Whether the strategist is the prover.
    wins: bool,
    /// Whether a move must lead to what was settled before.
    needs_order: bool,
}

impl Walk<'_> {
    fn node(&self, known: &KnownPosition) -> Option<Id> {
        self.graph.find(&known.canonical)
    }

    /// A position where the graph itself shows how to go on.
    fn interior(&self, position: &str, rules: &dyn Knowledge) -> Option<Interior> {
        let known = rules.position(position)?;
        let id = self.node(&known)?;
        let Status::Turn(player) = known.status else { return None };
        if !self.graph.node(id).expanded {
            return None;
        }
        let children = rules.children(position)?;
        let order = self.graph.node(id).order;
        if player != self.half.player() {
            let all_good = children.iter().all(|child| self.is_good(child, order));
            let needs = children.iter().filter(|child| matches!(child.status, Status::Turn(_)));
            let needs = needs.map(|child| child.position.clone()).collect();
            return all_good.then(|| Interior { position: position.to_string(), mv: "-".to_string(), needs });
        }
        let good = children.iter().filter(|child| self.is_good(child, order));
        let best = good.min_by_key(|child| self.cost(child))?;
        let needs = match best.status {
            Status::Turn(_) => vec![best.position.clone()],
            Status::Ended(_) => Vec::new(),
        };
        Some(Interior { position: position.to_string(), mv: best.mv.clone()?, needs })
    }

    fn is_good(&self, child: &KnownPosition, order: u64) -> bool {
        match child.status {
            Status::Ended(value) => self.half.is_kept_by(value),
            Status::Turn(_) => self.node(child).is_some_and(|id| {
                let node = self.graph.node(id);
                node.settled == Some(self.wins) && (!self.needs_order || node.order < order)
            }),
        }
    }

    /// What it takes to show a child: nothing, a fragment that is there, more of the graph, or a job.
    fn cost(&self, child: &KnownPosition) -> (u32, u64) {
        if let Status::Ended(_) = child.status {
            return (0, 0);
        }
        let order = self.node(child).map_or(u64::MAX, |id| self.graph.node(id).order);
        let is_expanded = self.node(child).is_some_and(|id| self.graph.node(id).expanded);
        match self.master.fragment(&child.position, self.half.is_lower, self.half.bound) {
            Some(_) => (1, order),
            None if is_expanded => (2, order),
            None => (3, order),
        }
    }
}

/// What a certificate is about, beside its claim.
#[derive(Clone, Debug)]
pub struct About {
    /// The plies that the checker plays by itself.
    pub horizon: u8,
    /// Where temporary files go.
    pub temporary: Option<PathBuf>,
    /// What the checker may hold.
    pub memory: usize,
    /// Threads for the checker.
    pub threads: usize,
}

/// Why a fragment is of no use.
pub fn check_fragment(
    game: &dyn OpenGame,
    file: &Path,
    position: &str,
    fragment: &Fragment,
    about: &About,
) -> Result<(), String> {
    let bytes = std::fs::read(file).map_err(|error| error.to_string())?;
    if digest(&bytes) != fragment.digest {
        return Err("it is not what its digest says".to_string());
    }
    let half = Half { is_lower: fragment.is_lower, bound: fragment.bound };
    let reader = Reader::open(&bytes[..], about.memory).map_err(|refusal| refusal.to_string())?;
    let header = reader.header();
    // It may claim more than that: whatever it claims is checked.
    let is_claimed = |claim: &RootClaim| match half.is_lower {
        true => claim.root == position && claim.at_least == Some(half.bound),
        false => claim.root == position && claim.at_most == Some(half.bound),
    };
    if header.claims.len() != 1 || !is_claimed(&header.claims[0]) || header.horizon != about.horizon {
        return Err("it claims something else".to_string());
    }
    let reader = reader.temporary(about.temporary.as_deref());
    game.check(reader, about.threads).map(|_| ()).map_err(|refusal| refusal.to_string())
}

/// A certificate that was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Its size.
    pub bytes: u64,
    /// Its positions.
    pub positions: u64,
    /// The positions that the checker settled by itself.
    pub settled: u64,
}

/// Why there is no certificate.
#[derive(Debug)]
pub enum NotMerged {
    /// A file cannot be written or read.
    File(io::Error),
    /// A fragment cannot be read: the position and why.
    Fragment(String, String),
    /// The checker does not accept the whole.
    Refused(Refusal),
}

impl From<io::Error> for NotMerged {
    fn from(error: io::Error) -> NotMerged {
        NotMerged::File(error)
    }
}

/// Writes the certificate of one or two halves, and has it checked before it gets its name. `files` has each fragment.
pub fn merge(
    game: &dyn OpenGame,
    plans: &[Plan],
    files: &dyn Fn(&Fragment) -> PathBuf,
    path: &Path,
    about: &About,
) -> Result<Merged, NotMerged> {
    let mut claim = Claim::default();
    for plan in plans {
        let own = plan.half.claim();
        claim = Claim { at_least: claim.at_least.or(own.at_least), at_most: claim.at_most.or(own.at_most) };
    }
    let header = Header {
        game: game.name(),
        parameters: game.parameters(),
        claims: vec![RootClaim::new(game.position_text(), claim)],
        horizon: about.horizon,
    };
    let mut aside = Aside::new(path)?;
    let mut blocks = BlockWriter::new(BufWriter::with_capacity(1 << 16, aside.file()), &header)?;
    for plan in plans {
        blocks.section(0, plan.half.player(), plan.ranked)?;
        let mut entries = sorted(plan, files, about)?;
        while let Some((position, payload)) = entries.next()? {
            let (rank, mv) = payload.split_at(4);
            let rank = u32::from_be_bytes(rank.try_into().unwrap_or_default());
            let text = |bytes| std::str::from_utf8(bytes).map_err(io::Error::other);
            blocks.entry(text(position)?, text(mv)?, rank)?;
        }
    }
    blocks.finish()?.flush()?;
    let file = File::open(aside.temporary())?;
    let bytes = file.metadata()?.len();
    let reader = Reader::open(file, about.memory).map_err(NotMerged::Refused)?;
    let reader = reader.temporary(about.temporary.as_deref());
    let accepted = game.check(reader, about.threads).map_err(NotMerged::Refused)?;
    aside.finish()?;
    Ok(Merged { bytes, positions: accepted.positions, settled: accepted.settled })
}

/// All entries of a half, by position, those of least rank.
fn sorted(
    plan: &Plan,
    files: &dyn Fn(&Fragment) -> PathBuf,
    about: &About,
) -> Result<winproof::proof::sorter::Merged, NotMerged> {
    let temporary = Temporary::new(about.temporary.as_deref());
    let mut sorter = Sorter::new(about.memory / 2, &temporary);
    let mut payload = Vec::new();
    let mut add = |sorter: &mut Sorter, position: &str, mv: &str, rank: u32| {
        payload.clear();
        payload.extend_from_slice(&if plan.ranked { rank } else { 0 }.to_be_bytes());
        payload.extend_from_slice(mv.as_bytes());
        sorter.add(position.as_bytes(), &payload)
    };
    let mut ranks: HashMap<&str, u32> = HashMap::new();
    for (root, held) in &plan.used {
        let broken = |why: String| NotMerged::Fragment(root.clone(), why);
        let file = File::open(files(&held.fragment))?;
        let reader = Reader::open(file, about.memory).map_err(|refusal| broken(refusal.to_string()))?;
        let mut written: io::Result<()> = Ok(());
        // A root that is not listed settles by itself, whatever the rank of what leads to it.
        let mut root_rank = 0;
        let read = reader.entries(&mut |entry| {
            if entry.position == root {
                root_rank = entry.rank;
            }
            if entry.player == plan.half.player() && written.is_ok() {
                written = add(&mut sorter, entry.position, entry.mv, entry.rank);
            }
            Ok(())
        });
        written?;
        read.map_err(|refusal| broken(refusal.to_string()))?;
        ranks.insert(root, root_rank);
    }
    let interior: HashMap<&str, &Interior> =
        plan.interior.iter().map(|interior| (interior.position.as_str(), interior)).collect();
    for entry in &plan.interior {
        let rank = if plan.ranked { rank_of(&entry.position, &interior, &mut ranks) } else { 0 };
        add(&mut sorter, &entry.position, &entry.mv, rank)?;
    }
    Ok(sorter.finish()?)
}

/// The rank of a position above the fragments: one more than that of anything that it needs.
fn rank_of<'a>(position: &'a str, interior: &HashMap<&'a str, &'a Interior>, ranks: &mut HashMap<&'a str, u32>) -> u32 {
    // Without recursion: lines of play may be long.
    let mut open = vec![position];
    while let Some(&here) = open.last() {
        let Some(entry) = interior.get(here).filter(|_| !ranks.contains_key(here)) else {
            ranks.entry(here).or_insert(0);
            open.pop();
            continue;
        };
        // One at a time, so that what is open is a way down. What is on the way already would be a circle, which the
        // checker would refuse.
        let unknown = entry.needs.iter().map(String::as_str);
        let unknown = unknown.into_iter().find(|need| !ranks.contains_key(need) && !open.contains(need));
        if let Some(unknown) = unknown {
            open.push(unknown);
        } else {
            let highest = entry.needs.iter().filter_map(|need| ranks.get(need.as_str())).max();
            ranks.insert(here, highest.map_or(0, |&rank| rank.saturating_add(1)));
            open.pop();
        }
    }
    ranks[position]
}

/// The line of play that the plans agree on, from the root as far as their own moves are known.
pub fn line(plans: &[Plan], root: &str, rules: &dyn Knowledge) -> Vec<String> {
    let mut moves = Vec::new();
    let mut position = root.to_string();
    for _ in 0..1000 {
        let own = plans
            .iter()
            .find_map(|plan| plan.interior.iter().find(|entry| entry.position == position && entry.mv != "-"));
        let Some(entry) = own else { break };
        moves.push(entry.mv.clone());
        let children = rules.children(&position).unwrap_or_default();
        let next = children.into_iter().find(|child| child.mv.as_deref() == Some(entry.mv.as_str()));
        match next {
            Some(child) if matches!(child.status, Status::Turn(_)) => position = child.position,
            _ => break,
        }
    }
    moves
}
