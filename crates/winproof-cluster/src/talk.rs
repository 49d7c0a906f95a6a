//! The master's talk with the server, on a thread of its own.

use crate::fault;
use crate::link::{Link, Login, Topic};
use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use futures_util::StreamExt;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc as channel;
use winproof_cli::cluster;

/// What the master says.
pub enum Say {
    /// A job for a worker.
    Job {
        /// The worker.
        worker: String,
        /// An id that is never used again.
        id: String,
        /// The job.
        bytes: Vec<u8>,
    },
    /// Facts for all.
    Tell {
        /// An id that is never used again.
        id: String,
        /// The facts.
        bytes: Vec<u8>,
    },
    /// A worker need not do a job.
    Cancel {
        /// The worker.
        worker: String,
        /// The run and the job.
        bytes: Vec<u8>,
    },
    /// How the run stands.
    Status(Vec<u8>),
    /// Results were written down: the server may forget them.
    Ack(Vec<u64>),
    /// A fragment is wanted.
    Fetch(String),
    /// What was sent to a worker is of no use any more.
    Drop(String),
    /// The end: the answer comes when everything was said.
    End(mpsc::Sender<()>),
}

/// What the master hears.
pub enum Hear {
    /// A sign of life.
    Alive(Vec<u8>),
    /// A result, with the number by which it is acknowledged.
    Done(u64, Vec<u8>),
    /// A fragment, in a file; `None` if the server does not have it.
    Fetched(String, Option<PathBuf>),
}

/// The talk.
pub struct Talk {
    say: channel::UnboundedSender<Say>,
    /// What is heard.
    pub hear: mpsc::Receiver<Hear>,
}

/// A worker that gave a sign so lately is there, unless it is found out that it is not.
const LATELY: Duration = Duration::from_secs(15);

type Waiting = Arc<Mutex<HashMap<u64, Message>>>;

impl Talk {
    /// Connects, puts what the run is about into the object store, and talks from then on.
    ///
    /// `stops` ends the wait for a server that is away.
    pub fn start(
        login: Login,
        run: String,
        spec: (String, Vec<u8>),
        folder: PathBuf,
        quiet: bool,
        stops: Option<Arc<AtomicBool>>,
    ) -> Result<Talk, String> {
        let (say, said) = channel::unbounded_channel();
        let (heard, hear) = mpsc::channel();
        let (started, is_started) = mpsc::channel();
        std::thread::spawn(move || {
            let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
                Ok(runtime) => runtime,
                Err(error) => {
                    let _ = started.send(Err(error.to_string()));
                    return;
                }
            };
            runtime.block_on(async move {
                let stops = || stops.as_ref().is_some_and(|stops| stops.load(Ordering::Relaxed));
                let link = match login.connect_soon(quiet, stops).await {
                    Ok(link) => link,
                    Err(error) => {
                        let _ = started.send(Err(error));
                        return;
                    }
                };
                // A server that dies just now gets it when it is back: `hear_results` sees to that.
                if let Err(error) = link.put(&spec.0, &spec.1).await
                    && !quiet
                {
                    cluster::remark(&format!("the server does not take what the run is about yet: {error}"));
                }
                let _ = started.send(Ok(()));
                talk(link, run, spec, folder, said, heard).await;
            });
        });
        is_started.recv().map_err(|_| "the connection broke off".to_string())??;
        Ok(Talk { say, hear })
    }

    /// Says something. It arrives if the server is there, and is not missed if not.
    pub fn say(&self, what: Say) {
        let _ = self.say.send(what);
    }

    /// Ends the talk when everything has been said.
    pub fn end(self) {
        let (done, is_done) = mpsc::channel();
        self.say(Say::End(done));
        let _ = is_done.recv_timeout(Duration::from_secs(3));
    }
}

async fn talk(
    link: Link,
    run: String,
    spec: (String, Vec<u8>),
    folder: PathBuf,
    mut said: channel::UnboundedReceiver<Say>,
    heard: mpsc::Sender<Hear>,
) {
    let waiting: Waiting = Arc::default();
    tokio::spawn(hear_signs(link.clone(), heard.clone()));
    tokio::spawn(hear_results(link.clone(), run.clone(), spec, Arc::clone(&waiting), heard.clone()));
    while let Some(what) = said.recv().await {
        let link = link.clone();
        match what {
            Say::Job { worker, id, bytes } => {
                let subject = link.subject(Topic::Job, &worker);
                tokio::spawn(async move { publish(&link, subject, &id, bytes).await });
            }
            Say::Tell { id, bytes } => {
                let subject = link.subject(Topic::Fact, &run);
                tokio::spawn(async move { publish(&link, subject, &id, bytes).await });
            }
            Say::Cancel { worker, bytes } => link.say(link.subject(Topic::Cancel, &worker), bytes).await,
            Say::Status(bytes) => link.say(link.subject(Topic::Run, &run), bytes).await,
            Say::Ack(numbers) => {
                for number in numbers {
                    let message = waiting.lock().unwrap_or_else(PoisonError::into_inner).remove(&number);
                    if let Some(message) = message {
                        let _ = message.ack().await;
                        fault::point("result-acked");
                    }
                }
            }
            Say::Fetch(digest) => {
                let (heard, folder) = (heard.clone(), folder.clone());
                tokio::spawn(async move {
                    let path = folder.join(&digest);
                    let is_there = path.is_file();
                    let file = match is_there {
                        true => Some(path),
                        false => link.get(&digest).await.and_then(|bytes| {
                            std::fs::write(&path, bytes).ok()?;
                            Some(path)
                        }),
                    };
                    let _ = heard.send(Hear::Fetched(digest, file));
                });
            }
            Say::Drop(worker) => {
                tokio::spawn(async move {
                    if let Ok(stream) = link.context.get_stream(link.stream(Topic::Job)).await {
                        let _ = stream.purge().filter(link.subject(Topic::Job, &worker)).await;
                        let _ = stream.delete_consumer(&format!("worker-{worker}")).await;
                    }
                });
            }
            Say::End(done) => {
                if let Ok(stream) = link.context.get_stream(link.stream(Topic::Fact)).await {
                    let _ = stream.purge().filter(link.subject(Topic::Fact, &run)).await;
                }
                if let Ok(stream) = link.context.get_stream(link.stream(Topic::Result)).await {
                    let _ = stream.delete_consumer(&format!("master-{run}")).await;
                    let _ = stream.purge().filter(link.subject(Topic::Result, &run)).await;
                }
                link.flush().await;
                let _ = done.send(());
                return;
            }
        }
    }
}

/// Publishes a message, again if need be. One that never arrives is overdue some day, and given out again.
async fn publish(link: &Link, subject: String, id: &str, bytes: Vec<u8>) {
    for pause in [100, 400, 1600] {
        if link.publish(subject.clone(), id, bytes.clone()).await.is_ok() {
            fault::point("told");
            return;
        }
        tokio::time::sleep(Duration::from_millis(pause)).await;
        let _ = link.ensure().await;
    }
}

async fn hear_signs(link: Link, heard: mpsc::Sender<Hear>) {
    loop {
        if let Ok(mut signs) = link.client.subscribe(link.subject(Topic::Alive, "*")).await {
            // Workers that wait say so every now and then: what they said last need not be waited for.
            for sign in link.last_signs(LATELY).await {
                if heard.send(Hear::Alive(sign)).is_err() {
                    return;
                }
            }
            while let Some(sign) = signs.next().await {
                if heard.send(Hear::Alive(sign.payload.to_vec())).is_err() {
                    return;
                }
            }
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

async fn hear_results(link: Link, run: String, spec: (String, Vec<u8>), waiting: Waiting, heard: mpsc::Sender<Hear>) {
    let mut number = 0;
    loop {
        if let Some(consumer) = results(&link, &run, &spec).await {
            loop {
                let wait = Duration::from_secs(1);
                let batch = consumer.batch().max_messages(64).expires(wait).messages();
                let Ok(Ok(mut batch)) = tokio::time::timeout(Duration::from_secs(5), batch).await else { break };
                let mut is_broken = false;
                loop {
                    match tokio::time::timeout(wait + Duration::from_secs(2), batch.next()).await {
                        Ok(Some(Ok(message))) => {
                            number += 1;
                            let bytes = message.payload.to_vec();
                            waiting.lock().unwrap_or_else(PoisonError::into_inner).insert(number, message);
                            if heard.send(Hear::Done(number, bytes)).is_err() {
                                return;
                            }
                        }
                        Ok(None) => break,
                        Ok(Some(Err(_))) | Err(_) => {
                            is_broken = true;
                            break;
                        }
                    }
                }
                if is_broken {
                    break;
                }
            }
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

/// The consumer of a run's results; what is missing at the server is made again, in case it was wiped.
async fn results(link: &Link, run: &str, spec: &(String, Vec<u8>)) -> Option<PullConsumer> {
    link.ensure().await.ok()?;
    link.put(&spec.0, &spec.1).await.ok()?;
    let stream = link.context.get_stream(link.stream(Topic::Result)).await.ok()?;
    let name = format!("master-{run}");
    let config = pull::Config {
        durable_name: Some(name.clone()),
        filter_subject: link.subject(Topic::Result, run),
        ack_policy: AckPolicy::Explicit,
        ack_wait: Duration::from_secs(30),
        max_deliver: -1,
        max_ack_pending: 4096,
        ..pull::Config::default()
    };
    stream.get_or_create_consumer(&name, config).await.ok()
}
