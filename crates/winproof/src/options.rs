//! The options of the searches, each described once.
//!
//! An [`OptionInfo`] says what an option is called, what it takes, what it does to a [`Policy`], how the policy shows
//! it again, and with which searches it has no effect. The command line, its help, remarks about options without
//! effect and bindings to other languages are made of this list; checkpoints hold the policy itself.

use crate::algorithm::{EffortKind, LeafKind};
use crate::effort::SetLimits;
use crate::leaf::nested::NestedSize;
use crate::plan::{JoinedEffort, Plan, Search};
use crate::policy::{Deletion, Evaluation, Policy};
use crate::quantity;

/// What an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Nothing: it is on when it is given.
    Nothing,
    /// A value, called this in the help.
    Value(&'static str),
    /// A value after `=`, or nothing, which stands for this one.
    Maybe(&'static str, &'static str),
}

/// An option of the searches.
#[derive(Clone, Copy)]
pub struct OptionInfo {
    /// The name, without dashes in front.
    pub name: &'static str,
    /// What it takes.
    pub takes: Takes,
    /// The words that it takes, where there are only a few.
    pub words: &'static [&'static str],
    /// What it does, in a sentence.
    pub help: &'static str,
    /// Sets it. An error is a sentence that says what to write.
    pub set: fn(&mut Policy, &str) -> Result<(), String>,
    /// Its value in a policy, as [`OptionInfo::set`] takes it; `None` where it is the default.
    pub get: fn(&Policy) -> Option<String>,
    /// Which searches it is for, where this one is not among them.
    pub no_effect: fn(&Plan) -> Option<&'static str>,
}

impl std::fmt::Debug for OptionInfo {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("OptionInfo").field("name", &self.name).finish_non_exhaustive()
    }
}

/// All options.
///
/// ```
/// use winproof::options::OPTIONS;
/// use winproof::{Policy, SetLimits};
/// let option = OPTIONS.iter().find(|option| option.name == "set-limits").unwrap();
/// let mut policy = Policy::default();
/// (option.set)(&mut policy, "5,all").unwrap();
/// assert_eq!(policy.set_limits, SetLimits { proof: 5, disproof: u32::MAX });
/// assert_eq!((option.get)(&policy).unwrap(), "5,all");
/// ```
pub const OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        name: "nested-size",
        takes: Takes::Value("SIZE"),
        words: &[],
        help: "With the leaf `nested`, how many nodes the search of a leaf may make: equal (as many as the first level \
               has), a number, or A:B for the part 1/(1+e^((A-x)/B)) of the x nodes that the first level has",
        set: |policy, text| {
            policy.nested.size = nested_size(text)?;
            Ok(())
        },
        get: |policy| match policy.nested.size {
            NestedSize::Equal => None,
            NestedSize::Fixed(nodes) => Some(nodes.to_string()),
            NestedSize::Logistic { a, b } => Some(format!("{a}:{b}")),
        },
        no_effect: needs_second_level,
    },
    OptionInfo {
        name: "nested-effort",
        takes: Takes::Value("EFFORT"),
        words: &["numbers", "sets", "outcomes", "values"],
        help: "With the leaf `nested`, what the search of a leaf backs up, if not the same as the first level",
        set: |policy, text| {
            policy.nested.effort = Some(EffortKind::by_word(text).ok_or("write numbers, sets or outcomes")?);
            Ok(())
        },
        get: |policy| policy.nested.effort.map(|effort| effort.word().to_string()),
        no_effect: needs_second_level,
    },
    OptionInfo {
        name: "nested-leaf",
        takes: Takes::Value("LEAF"),
        words: &["unit", "mobility", "heuristic", "nested"],
        help: "With the leaf `nested`, how the search of a leaf assesses its own leaves [default: mobility]",
        set: |policy, text| {
            policy.nested.leaf = LeafKind::by_word(text).ok_or("write unit, mobility or heuristic")?;
            Ok(())
        },
        get: |policy| (policy.nested.leaf != LeafKind::Mobility).then(|| policy.nested.leaf.word().to_string()),
        no_effect: needs_second_level,
    },
    OptionInfo {
        name: "nested-kept",
        takes: Takes::Value("N"),
        words: &[],
        help: "With the leaf `nested` on the graph `tree`, how many of the last searches of leaves to keep, so that \
               those of their children resume from there [default: 0]",
        set: |policy, text| {
            policy.nested.kept = usize::try_from(quantity::number(text)?).map_err(|_| "write a smaller number")?;
            Ok(())
        },
        get: |policy| (policy.nested.kept > 0).then(|| policy.nested.kept.to_string()),
        no_effect: needs_second_level,
    },
    OptionInfo {
        name: "seed",
        takes: Takes::Value("N"),
        words: &[],
        help: "Put the moves of each position in a random order; a seed always means the same order",
        set: |policy, text| {
            policy.shuffle = Some(quantity::number(text)?);
            Ok(())
        },
        get: |policy| policy.shuffle.map(|seed| seed.to_string()),
        no_effect: needs_graph,
    },
    OptionInfo {
        name: "delayed",
        takes: Takes::Nothing,
        words: &[],
        help: "Look at a position only when it is about to be expanded: cheaper nodes, and more of them",
        set: |policy, _| {
            policy.evaluation = Evaluation::Delayed;
            Ok(())
        },
        get: |policy| (policy.evaluation == Evaluation::Delayed).then(String::new),
        no_effect: needs_graph,
    },
    OptionInfo {
        name: "set-limits",
        takes: Takes::Value("P,D"),
        words: &[],
        help: "The most leaves that proof sets and disproof sets list, such as 20,20 or all,5, with the effort `sets` \
               [default: 20,20]",
        set: |policy, text| {
            policy.set_limits = set_limits(text)?;
            Ok(())
        },
        get: |policy| {
            let limit = |limit: u32| if limit == u32::MAX { "all".to_string() } else { limit.to_string() };
            let SetLimits { proof, disproof } = policy.set_limits;
            (policy.set_limits != SetLimits::default()).then(|| format!("{},{}", limit(proof), limit(disproof)))
        },
        no_effect: needs_sets,
    },
    OptionInfo {
        name: "exact-sets",
        takes: Takes::Nothing,
        words: &[],
        help: "Keep sets with limits up to date at any time, as the paper on proof-set search does: slower, and mostly \
               more expansions; with the effort `sets`",
        set: |policy, _| {
            policy.exact_sets = true;
            Ok(())
        },
        get: |policy| policy.exact_sets.then(String::new),
        no_effect: needs_sets,
    },
    OptionInfo {
        name: "discount",
        takes: Takes::Value("PERCENT"),
        words: &[],
        help: "When sets are compared, count a leaf that is already in a set of the root for only this many percent; \
               with the effort `sets`",
        set: |policy, text| {
            let percent = text.trim_end_matches('%').parse().ok().filter(|percent| *percent <= 100);
            policy.discount = Some(percent.ok_or("write a whole number from 0 to 100")?);
            Ok(())
        },
        get: |policy| policy.discount.map(|percent| percent.to_string()),
        no_effect: needs_sets,
    },
    OptionInfo {
        name: "share-goals",
        takes: Takes::Nothing,
        words: &[],
        help: "Where the exact value takes several goals, resume with the same graph from goal to goal instead of \
               starting anew: nothing is expanded twice; for the efforts `numbers` and `sets` on the graphs `tree` \
               and `dag`",
        set: |policy, _| {
            policy.share_goals = true;
            Ok(())
        },
        get: |policy| policy.share_goals.then(String::new),
        no_effect: |plan| {
            (!plan.shares_goals()).then_some("the efforts 'numbers' and 'sets' on the graphs 'tree' and 'dag'")
        },
    },
    OptionInfo {
        name: "delete-solved",
        takes: Takes::Maybe("WHAT", "keep-proof"),
        words: &["keep-proof", "all"],
        help: "Free the memory below solved positions, except what the proof needs; with =all that too",
        set: |policy, text| {
            policy.deletion = match text {
                "keep-proof" => Deletion::KeepProof,
                "all" => Deletion::All,
                _ => return Err("write keep-proof or all".to_string()),
            };
            Ok(())
        },
        get: |policy| match policy.deletion {
            Deletion::None => None,
            Deletion::KeepProof => Some("keep-proof".to_string()),
            Deletion::All => Some("all".to_string()),
        },
        // Where it cannot be, the plan is refused.
        no_effect: |_| None,
    },
];

fn needs_second_level(plan: &Plan) -> Option<&'static str> {
    plan.second.is_none().then_some("the leaf 'nested'")
}

fn needs_graph(plan: &Plan) -> Option<&'static str> {
    plan.is_hashed().then_some("graphs other than 'table'")
}

fn needs_sets(plan: &Plan) -> Option<&'static str> {
    let has_sets = |search: Search| matches!(search, Search::Joined(JoinedEffort::Sets, _));
    let is_used = has_sets(plan.search) || plan.second.is_some_and(has_sets);
    (!is_used).then_some("the effort 'sets' (algorithm pss)")
}

/// The size of a nested search: `equal`, a number, or `A:B`.
fn nested_size(text: &str) -> Result<NestedSize, String> {
    let size = match text.split_once(':') {
        None if text == "equal" => Some(NestedSize::Equal),
        None => quantity::number(text).ok().map(NestedSize::Fixed),
        Some((a, b)) => {
            let numbers = quantity::number(a).ok().zip(quantity::number(b).ok());
            numbers.filter(|&(_, b)| b > 0).map(|(a, b)| NestedSize::Logistic { a, b })
        }
    };
    size.ok_or_else(|| "write equal, a number of nodes such as 10k, or A:B such as 600k:80k".to_string())
}

/// The most leaves of proof and of disproof sets: `20,20`, `all,5`.
fn set_limits(text: &str) -> Result<SetLimits, String> {
    let limit = |text: &str| match text.trim() {
        "all" => Some(u32::MAX),
        number => number.parse().ok(),
    };
    text.split_once(',')
        .and_then(|(proof, disproof)| Some(SetLimits { proof: limit(proof)?, disproof: limit(disproof)? }))
        .ok_or_else(|| "write two numbers with a comma between them, such as 20,20, and 'all' for no limit".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(name: &str) -> &'static OptionInfo {
        OPTIONS.iter().find(|option| option.name == name).expect("an option")
    }

    #[test]
    fn what_is_set_is_what_the_policy_shows() {
        let examples = [
            ("nested-size", "600000:80000"),
            ("nested-effort", "sets"),
            ("nested-leaf", "unit"),
            ("nested-kept", "3"),
            ("seed", "7"),
            ("delayed", ""),
            ("set-limits", "5,all"),
            ("exact-sets", ""),
            ("discount", "37"),
            ("share-goals", ""),
            ("delete-solved", "all"),
        ];
        assert_eq!(examples.map(|(name, _)| name).to_vec(), OPTIONS.iter().map(|o| o.name).collect::<Vec<_>>());
        let mut policy = Policy::default();
        for (name, value) in examples {
            assert_eq!((option(name).get)(&Policy::default()), None, "{name} has a default");
            (option(name).set)(&mut policy, value).unwrap();
            assert_eq!((option(name).get)(&policy).as_deref(), Some(value), "{name}");
        }
        // A checkpoint holds the policy as JSON.
        let header = serde_json::to_string(&policy).unwrap();
        assert_eq!(serde_json::from_str::<Policy>(&header).unwrap(), policy);
    }

    #[test]
    fn what_makes_no_sense_is_refused_with_a_way_to_write_it() {
        for (name, texts) in [
            ("nested-size", &["", "half", "1:0", "1:", ":1", "1:2:3", "-5"][..]),
            ("nested-effort", &["", "number"]),
            ("nested-kept", &["many", "-1"]),
            ("set-limits", &["", "20", "20,", "a,b", "-1,5", "1,2,3", "99999999999,1"]),
            ("discount", &["101", "-1", "half"]),
            ("delete-solved", &["some"]),
        ] {
            for text in texts {
                let sentence = (option(name).set)(&mut Policy::default(), text).unwrap_err();
                assert!(sentence.starts_with("write "), "{name} {text}: {sentence}");
            }
        }
    }
}
