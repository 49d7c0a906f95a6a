//! Every combination on the axes is planned or refused, and refusals say what to use instead.

use super::*;
use crate::algorithm::ALGORITHMS;

const PLAIN: Facts = Facts { values: 3, repeats: false, foresees: false, most_positions: None };

fn plan(facts: Facts, choice: Choice, policy: Policy) -> Result<Plan, Refusal> {
    Plan::by_facts(facts, choice, policy, &Limits::default())
}

fn named(name: &str) -> Choice {
    Algorithm::by_name(name).expect("an algorithm").into()
}

#[test]
fn every_named_algorithm_fits_a_game_without_repetition() {
    for named in ALGORITHMS {
        let plan = plan(PLAIN, named.algorithm.into(), Policy::default()).unwrap();
        assert_eq!((plan.no_is_proof(), plan.is_hashed()), (named.no_is_proof, named.is_hashed()), "{}", named.name);
    }
}

#[test]
fn every_combination_is_a_search_or_a_refusal_with_a_way_out() {
    let (mut planned, mut refused) = (0, 0);
    for &effort in EffortKind::ALL {
        for &graph in GraphKind::ALL {
            for &leaf in LeafKind::ALL {
                match plan(PLAIN, Algorithm { effort, graph, leaf }.into(), Policy::default()) {
                    Ok(_) => planned += 1,
                    Err(refusal) => {
                        assert!(refusal.to_string().contains("use"), "{refusal}");
                        refused += 1;
                    }
                }
            }
        }
    }
    // Numbers on four graphs with four leaves and on the table with three, sets on three, outcomes on three,
    // alpha-beta.
    assert_eq!((planned, refused), (16 + 3 + 12 + 12 + 1, 80 - 44));
}

#[test]
fn graphs_without_cycles_are_refused_where_positions_repeat() {
    let cyclic = Facts { repeats: true, ..PLAIN };
    for name in ["pn-dag", "pss", "gpn-dag", "pss2"] {
        assert_eq!(plan(cyclic, named(name), Policy::default()), Err(Refusal::DagRepeats), "{name}");
    }
    assert!(plan(cyclic, named("bta"), Policy::default()).is_ok());
}

#[test]
fn second_levels_are_checked_like_first_ones() {
    let mut policy = Policy::default();
    policy.nested.leaf = LeafKind::Nested;
    assert_eq!(plan(PLAIN, named("pn2"), policy), Err(Refusal::NestedTwice));
    assert!(plan(PLAIN, named("pn"), policy).is_ok(), "without a second level its leaf does not matter");
    let mut policy = Policy::default();
    policy.nested.effort = Some(EffortKind::Sets);
    let refusal = plan(PLAIN, named("pn2"), policy).unwrap_err();
    assert_eq!(refusal, Refusal::SecondLevel(Box::new(Refusal::SetsWithoutSharing("tree"))));
    policy.nested.effort = Some(EffortKind::Values);
    assert!(plan(PLAIN, named("bta2"), policy).is_err());
}

#[test]
fn what_cannot_be_deleted_or_saved_is_refused() {
    let deleting = |deletion| Policy { deletion, ..Policy::default() };
    for name in ["bta", "pss", "gpn-dag", "dfpn", "alphabeta"] {
        let refusal = plan(PLAIN, named(name), deleting(Deletion::KeepProof)).unwrap_err();
        assert!(matches!(refusal, Refusal::CannotDelete { .. }), "{name}: {refusal}");
    }
    assert!(plan(PLAIN, named("pn-dag"), deleting(Deletion::KeepProof)).is_ok());
    assert!(plan(PLAIN, named("pn-dag"), deleting(Deletion::All)).is_err());
    let certified = Choice { certified: true, ..named("pn") };
    assert_eq!(plan(PLAIN, certified, deleting(Deletion::All)), Err(Refusal::DeletesProof));
    let saved = |name: &str, policy| plan(PLAIN, Choice { saved: true, ..named(name) }, policy);
    for name in ["alphabeta", "pn-dcg"] {
        assert!(matches!(saved(name, Policy::default()), Err(Refusal::CannotSave(_))), "{name}");
    }
    let seeded = Policy { shuffle: Some(1), ..Policy::default() };
    assert!(saved("pn", seeded).is_err() && saved("dfpn", seeded).is_ok());
    assert!(saved("pn", Policy { share_goals: true, ..Policy::default() }).is_err());
    assert!(saved("pn-dag", deleting(Deletion::KeepProof)).is_err() && saved("pn", deleting(Deletion::All)).is_ok());
}

#[test]
fn axes_on_their_own_replace_those_of_the_algorithm() {
    let choice = Choice { leaf: Some(LeafKind::Unit), ..named("bta") };
    assert_eq!(plan(PLAIN, choice, Policy::default()).unwrap().algorithm().leaf, LeafKind::Unit);
    let choice = Choice { graph: Some(GraphKind::Tree), ..Choice::default() };
    let plan = plan(PLAIN, choice, Policy::default()).unwrap();
    assert_eq!((plan.algorithm().graph, plan.reason()), (GraphKind::Tree, None));
}
