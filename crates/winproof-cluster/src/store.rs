//! The truth of a run, on the master's disk: what is claimed, which positions have children, where fragments are.
//!
//! One file, in which a transaction is there as a whole or not at all. The master writes what a batch of results
//! changed, and only then lets the server forget them. Jobs are not written down: a leaf that is not settled is work,
//! whatever was under way when the master stopped.

use crate::master::Master;
use crate::master::record::{Claimed, Dirty, Held, Leaf, Saved};
use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::Path;

const META: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("meta");
const CLAIMS: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("claims");
const FRAGMENTS: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("fragments");
const LEAVES: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("leaves");
const EXPANDED: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("expanded");
const CRASHES: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("crashes");

/// What a store is about. A run goes on only where all of it is the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// The game's name.
    pub game: String,
    /// Its parameters.
    pub parameters: Vec<(String, String)>,
    /// The root.
    pub root: String,
    /// The goal, or the exact value.
    pub goal: Option<i32>,
    /// The build.
    pub build: String,
}

#[derive(Default, Serialize, Deserialize)]
struct Counts {
    epoch: u32,
    liars: BTreeSet<String>,
    jobs: u64,
    nodes: u64,
}

/// The store.
pub struct Store {
    database: Database,
    /// The run.
    pub run: String,
    /// How often it was opened: part of the numbers of jobs.
    pub session: u64,
}

fn sentence(path: &Path, error: impl std::fmt::Display) -> String {
    format!("the store '{}' cannot be used: {error}", path.display())
}

fn read<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    serde_json::from_slice(bytes).ok()
}

impl Store {
    /// Opens a store, or makes one. `run` names a new run.
    pub fn open(path: &Path, identity: &Identity, run: &str) -> Result<Store, String> {
        let say = |error: &dyn std::fmt::Display| sentence(path, error);
        let database = match Database::create(path) {
            Ok(database) => database,
            Err(redb::DatabaseError::DatabaseAlreadyOpen) => {
                return Err(sentence(path, "another master has it open"));
            }
            Err(error) => return Err(say(&error)),
        };
        let write = database.begin_write().map_err(|error| say(&error))?;
        let (run, session) = {
            let mut meta = write.open_table(META).map_err(|error| say(&error))?;
            let get = |key: &str| -> Result<Option<Vec<u8>>, String> {
                let value = meta.get(key).map_err(|error| say(&error))?;
                Ok(value.map(|value| value.value().to_vec()))
            };
            let known = get("identity")?;
            if let Some(known) = &known {
                let known: Identity = read(known).ok_or_else(|| sentence(path, "it is damaged"))?;
                if let Some(difference) = difference(&known, identity) {
                    return Err(format!(
                        "the store '{}' is of {difference}; give another file, or the same call as before",
                        path.display()
                    ));
                }
            }
            let old_run = get("run")?.and_then(|bytes| String::from_utf8(bytes).ok());
            let run = old_run.unwrap_or_else(|| run.to_string());
            let session = get("session")?.and_then(|bytes| read::<u64>(&bytes)).unwrap_or(0) + 1;
            let records: [(&str, Vec<u8>); 3] = [
                ("identity", serde_json::to_vec(identity).unwrap_or_default()),
                ("run", run.clone().into_bytes()),
                ("session", session.to_string().into_bytes()),
            ];
            for (key, value) in records {
                meta.insert(key, value.as_slice()).map_err(|error| say(&error))?;
            }
            for table in [CLAIMS, FRAGMENTS, LEAVES, EXPANDED, CRASHES] {
                write.open_table(table).map_err(|error| say(&error))?;
            }
            (run, session)
        };
        write.commit().map_err(|error| say(&error))?;
        Ok(Store { database, run, session })
    }

    /// Everything that is written down.
    pub fn load(&self) -> Result<Saved, redb::Error> {
        let transaction = self.database.begin_read()?;
        let mut saved = Saved::default();
        let meta = transaction.open_table(META)?;
        if let Some(counts) = meta.get("counts")?.and_then(|value| read::<Counts>(value.value())) {
            (saved.epoch, saved.liars, saved.counts) = (counts.epoch, counts.liars, (counts.jobs, counts.nodes));
        }
        for entry in transaction.open_table(CLAIMS)?.iter()? {
            let (key, value) = entry?;
            saved.claims.extend(read::<Claimed>(value.value()).map(|claimed| (key.value().to_string(), claimed)));
        }
        for entry in transaction.open_table(FRAGMENTS)?.iter()? {
            let (key, value) = entry?;
            let Some(held) = read::<Held>(value.value()) else { continue };
            let (half, position) = key.value().split_at(1);
            saved.fragments.push(((position.to_string(), half == "+"), held));
        }
        for entry in transaction.open_table(LEAVES)?.iter()? {
            let (key, value) = entry?;
            saved.leaves.extend(read::<Leaf>(value.value()).map(|leaf| (key.value().to_string(), leaf)));
        }
        for entry in transaction.open_table(EXPANDED)?.iter()? {
            saved.expanded.push(entry?.0.value().to_string());
        }
        for entry in transaction.open_table(CRASHES)?.iter()? {
            let (key, value) = entry?;
            saved.crashes.extend(read::<BTreeSet<String>>(value.value()).map(|by| (key.value().to_string(), by)));
        }
        Ok(saved)
    }

    /// Writes down what has changed: all of it or nothing.
    pub fn save(&self, master: &mut Master) -> Result<(), redb::Error> {
        if master.dirty.is_empty() {
            return Ok(());
        }
        let dirty: &Dirty = &master.dirty;
        let transaction = self.database.begin_write()?;
        {
            let mut claims = transaction.open_table(CLAIMS)?;
            for position in &dirty.claims {
                put(&mut claims, position, master.claim_of(position))?;
            }
            let mut fragments = transaction.open_table(FRAGMENTS)?;
            for key in &dirty.fragments {
                let name = format!("{}{}", if key.1 { '+' } else { '-' }, key.0);
                put(&mut fragments, &name, master.fragment_of(key))?;
            }
            let mut leaves = transaction.open_table(LEAVES)?;
            for position in &dirty.leaves {
                put(&mut leaves, position, master.leaf_of(position))?;
            }
            let mut expanded = transaction.open_table(EXPANDED)?;
            for position in &dirty.expanded {
                expanded.insert(position.as_str(), [].as_slice())?;
            }
            let mut crashes = transaction.open_table(CRASHES)?;
            for position in &dirty.crashes {
                put(&mut crashes, position, master.crashes_of(position))?;
            }
            let counts = Counts {
                epoch: master.epoch,
                liars: master.liars.clone(),
                jobs: master.tally.jobs,
                nodes: master.tally.nodes,
            };
            let mut meta = transaction.open_table(META)?;
            meta.insert("counts", serde_json::to_vec(&counts).unwrap_or_default().as_slice())?;
        }
        transaction.commit()?;
        master.dirty = Dirty::default();
        Ok(())
    }
}

fn put<T: Serialize>(
    table: &mut redb::Table<'_, &str, &[u8]>,
    key: &str,
    value: Option<&T>,
) -> Result<(), redb::StorageError> {
    match value {
        Some(value) => table.insert(key, serde_json::to_vec(value).unwrap_or_default().as_slice())?,
        None => table.remove(key)?,
    };
    Ok(())
}

/// In what a store differs from what is asked for, in words.
fn difference(known: &Identity, asked: &Identity) -> Option<String> {
    let parameters = |identity: &Identity| {
        let texts = identity.parameters.iter().map(|(name, value)| match value.contains('\n') {
            true => format!("{name} …"),
            false => format!("{name} {value}"),
        });
        texts.collect::<Vec<_>>().join(", ")
    };
    if known.game != asked.game {
        Some(format!("another game ({}, not {})", known.game, asked.game))
    } else if known.parameters != asked.parameters {
        Some(format!("another game ({} with {}, not {})", known.game, parameters(known), parameters(asked)))
    } else if known.root != asked.root {
        Some(format!("another root ({})", known.root))
    } else if known.goal != asked.goal {
        let text = |goal: Option<i32>| goal.map_or("the exact value".to_string(), |goal| format!(">={goal}"));
        Some(format!("another goal ({}, not {})", text(known.goal), text(asked.goal)))
    } else if known.build != asked.build {
        Some(format!("another build of winproof ({}, not {})", known.build, asked.build))
    } else {
        None
    }
}
