//! The link to a NATS server: names, streams, and how to log in.
//!
//! The server is transport only. It may forget what it was given, deliver it twice, or be wiped: everything here can be
//! asked for again, and streams that are missing are made again.

use crate::fault;
use crate::message::is_word;
use async_nats::jetstream::object_store::{self, ObjectStore};
use async_nats::jetstream::stream::{DiscardPolicy, RetentionPolicy, StorageType};
use async_nats::jetstream::{self, Context, stream};
use async_nats::{Client, ConnectOptions, HeaderMap};
use futures_util::StreamExt;
use std::path::Path;
use std::time::{Duration, Instant};
use tokio::io::AsyncReadExt;
use winproof_cli::cluster::{self, ServerArguments};

/// The variable that has the password.
pub const PASSWORD: &str = "WINPROOF_NATS_PASSWORD";
/// How long an answer of the server may take.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long a server may be away when a process starts: it may be started at the same time, or again after a crash.
const SOON: Duration = Duration::from_secs(10);
/// The largest object that is read.
pub const LARGEST_OBJECT: usize = 1 << 30;

/// Where the server is and how to log in. Never printed.
#[derive(Clone)]
pub struct Login {
    url: String,
    user: Option<String>,
    credentials: Option<std::path::PathBuf>,
    authority: Option<std::path::PathBuf>,
    prefix: String,
}

impl Login {
    /// From the arguments of the command.
    pub fn new(url: &str, arguments: &ServerArguments) -> Result<Login, String> {
        if !is_word(&arguments.nats_prefix) {
            return Err("--nats-prefix is a word of letters, digits, '-' and '_'".to_string());
        }
        if url.contains('@') {
            // It would be seen in lists of processes, and in whatever shows the URL.
            return Err(format!(
                "leave user and password out of the URL: --nats-user NAME, and the password in the environment variable \
                 {PASSWORD}"
            ));
        }
        Ok(Login {
            url: url.to_string(),
            user: arguments.nats_user.clone(),
            credentials: arguments.nats_credentials.clone(),
            authority: arguments.nats_ca.clone(),
            prefix: arguments.nats_prefix.clone(),
        })
    }

    /// The server's URL.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Connects, and makes what is missing at the server.
    pub async fn connect(&self) -> Result<Link, String> {
        self.try_to_connect().await.map_err(NoLink::sentence)
    }

    /// The same, and a server that is away, or that goes away meanwhile, has some seconds to come.
    pub async fn connect_soon(&self, quiet: bool, stops: impl Fn() -> bool) -> Result<Link, String> {
        let started = Instant::now();
        let mut is_said = quiet;
        loop {
            match self.try_to_connect().await {
                Err(NoLink::Away(_)) if started.elapsed() < SOON && !stops() => {
                    if !is_said {
                        cluster::remark(&format!("no answer from {}: trying for {} s", self.url, SOON.as_secs()));
                        is_said = true;
                    }
                    tokio::time::sleep(Duration::from_millis(200)).await;
                }
                end => return end.map_err(NoLink::sentence),
            }
        }
    }

    async fn try_to_connect(&self) -> Result<Link, NoLink> {
        let mut options = ConnectOptions::new()
            .name("winproof")
            .connection_timeout(PATIENCE)
            .ping_interval(Duration::from_secs(10))
            .reconnect_delay_callback(|attempts| Duration::from_millis((50 * attempts as u64).min(1000)));
        if let Some(user) = &self.user {
            let missing = format!("--nats-user needs the password in the environment variable {PASSWORD}");
            let password = std::env::var(PASSWORD).map_err(|_| NoLink::Refused(missing))?;
            options = options.user_and_password(user.clone(), password);
        }
        if let Some(file) = &self.credentials {
            let wrong =
                |error| NoLink::Refused(format!("the credentials file '{}' cannot be read: {error}", file.display()));
            options = options.credentials_file(file).await.map_err(wrong)?;
        }
        if let Some(file) = &self.authority {
            options = options.add_root_certificates(file.clone()).require_tls(true);
        }
        if self.url.starts_with("tls://") {
            options = options.require_tls(true);
        }
        let lost = |error: async_nats::ConnectError| match error.kind() {
            async_nats::ConnectErrorKind::Authentication | async_nats::ConnectErrorKind::AuthorizationViolation => {
                let fix = "log in with --nats-user or --nats-credentials";
                NoLink::Refused(format!("the NATS server at {} refuses the login; {fix}", self.url))
            }
            _ => NoLink::Away(format!(
                "there is no NATS server at {}: {error}; start one with JetStream: nats-server -js",
                self.url
            )),
        };
        let client = options.connect(self.url.as_str()).await.map_err(lost)?;
        let mut context = jetstream::new(client.clone());
        context.set_timeout(PATIENCE);
        let link = Link { client, context, prefix: self.prefix.clone() };
        link.ensure().await.map_err(|error| {
            NoLink::Away(format!("the NATS server at {} has no JetStream for us: {error}; start it with -js", self.url))
        })?;
        Ok(link)
    }
}

/// Why there is no link.
enum NoLink {
    /// Trying again does not help.
    Refused(String),
    /// The server may come.
    Away(String),
}

impl NoLink {
    fn sentence(self) -> String {
        match self {
            NoLink::Refused(sentence) | NoLink::Away(sentence) => sentence,
        }
    }
}

/// A link to a server.
#[derive(Clone)]
pub struct Link {
    /// For messages that need not arrive.
    pub client: Client,
    /// For those that should.
    pub context: Context,
    prefix: String,
}

/// What goes over the link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// Jobs for a worker.
    Job,
    /// Results of a run.
    Result,
    /// Facts of a run.
    Fact,
    /// Signs of life of a worker.
    Alive,
    /// How a run stands.
    Run,
    /// Jobs that a worker need not do.
    Cancel,
}

impl Topic {
    fn word(self) -> &'static str {
        match self {
            Topic::Job => "job",
            Topic::Result => "result",
            Topic::Fact => "fact",
            Topic::Alive => "alive",
            Topic::Run => "run",
            Topic::Cancel => "cancel",
        }
    }
}

impl Link {
    /// The subject of a topic for somebody; `*` for all.
    pub fn subject(&self, topic: Topic, whose: &str) -> String {
        format!("{}.{}.{whose}", self.prefix, topic.word())
    }

    /// The stream of a topic.
    pub fn stream(&self, topic: Topic) -> String {
        let name = match topic {
            Topic::Job => "jobs",
            Topic::Result => "results",
            Topic::Fact => "facts",
            Topic::Alive | Topic::Run | Topic::Cancel => "status",
        };
        format!("{}-{name}", self.prefix)
    }

    /// Makes the streams and the object store, where they are missing.
    pub async fn ensure(&self) -> Result<(), String> {
        let day = Duration::from_secs(24 * 3600);
        let queue = |topic: Topic| stream::Config {
            name: self.stream(topic),
            subjects: vec![self.subject(topic, ">")],
            retention: RetentionPolicy::WorkQueue,
            discard: DiscardPolicy::New,
            storage: StorageType::File,
            max_age: day,
            ..stream::Config::default()
        };
        let facts = stream::Config {
            name: self.stream(Topic::Fact),
            subjects: vec![self.subject(Topic::Fact, ">")],
            max_bytes: 256 << 20,
            max_age: day,
            ..stream::Config::default()
        };
        let status = stream::Config {
            name: self.stream(Topic::Alive),
            subjects: vec![self.subject(Topic::Alive, ">"), self.subject(Topic::Run, ">")],
            max_messages_per_subject: 1,
            max_age: Duration::from_secs(60),
            storage: StorageType::Memory,
            ..stream::Config::default()
        };
        for config in [queue(Topic::Job), queue(Topic::Result), facts, status] {
            self.context.get_or_create_stream(config).await.map_err(|error| error.to_string())?;
        }
        self.objects().await.map(|_| ())
    }

    /// The object store, which has fragments and what runs are about.
    pub async fn objects(&self) -> Result<ObjectStore, String> {
        let bucket = format!("{}-objects", self.prefix);
        if let Ok(store) = self.context.get_object_store(&bucket).await {
            return Ok(store);
        }
        let config = object_store::Config { bucket, ..object_store::Config::default() };
        self.context.create_object_store(config).await.map_err(|error| error.to_string())
    }

    /// Puts an object under its digest.
    pub async fn put(&self, digest: &str, bytes: &[u8]) -> Result<(), String> {
        let store = self.objects().await?;
        if store.info(digest).await.is_ok_and(|info| info.size == bytes.len() && !info.deleted) {
            return Ok(());
        }
        let mut reader = bytes;
        store.put(digest, &mut reader).await.map(|_| ()).map_err(|error| error.to_string())
    }

    /// The object with a digest; `None` if the server does not have it, or has something else under that name.
    pub async fn get(&self, digest: &str) -> Option<Vec<u8>> {
        let store = self.objects().await.ok()?;
        let read = async {
            let mut object = store.get(digest).await.ok()?;
            if object.info.size > LARGEST_OBJECT {
                return None;
            }
            let mut bytes = Vec::new();
            object.read_to_end(&mut bytes).await.ok()?;
            Some(bytes)
        };
        let bytes = tokio::time::timeout(Duration::from_secs(60), read).await.ok()??;
        (crate::message::digest(&bytes) == digest).then_some(bytes)
    }

    /// Puts a file under its digest.
    pub async fn put_file(&self, digest: &str, file: &Path) -> Result<(), String> {
        let bytes = std::fs::read(file).map_err(|error| error.to_string())?;
        self.put(digest, &bytes).await
    }

    /// Publishes a message and waits until the server has it. The same id within two minutes is swallowed.
    pub async fn publish(&self, subject: String, id: &str, bytes: Vec<u8>) -> Result<(), String> {
        let mut headers = HeaderMap::new();
        headers.insert("Nats-Msg-Id", id);
        let sent = self.context.publish_with_headers(subject, headers, bytes.into()).await;
        let acknowledged = sent.map_err(|error| error.to_string())?;
        if fault::is_any() {
            // What ends here must have gone out before.
            self.flush().await;
            fault::point("sent");
        }
        let wait = tokio::time::timeout(PATIENCE, std::future::IntoFuture::into_future(acknowledged));
        match wait.await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => Err(error.to_string()),
            Err(_) => Err("the server does not answer".to_string()),
        }
    }

    /// Says something that need not arrive.
    pub async fn say(&self, subject: String, bytes: Vec<u8>) {
        // A server that is away takes nothing, and nobody waits for it.
        let said = self.client.publish(subject, bytes.into());
        let _ = tokio::time::timeout(Duration::from_secs(1), said).await;
    }

    /// Lets go out what was said, if the server is there.
    pub async fn flush(&self) {
        let _ = tokio::time::timeout(Duration::from_secs(1), self.client.flush()).await;
    }

    /// The last signs of life that are no older than this.
    pub async fn last_signs(&self, age: Duration) -> Vec<Vec<u8>> {
        let mut signs = Vec::new();
        let Ok(stream) = self.context.get_stream(self.stream(Topic::Alive)).await else { return signs };
        let Ok(mut subjects) = stream.info_with_subjects(self.subject(Topic::Alive, "*")).await else { return signs };
        let mut names = Vec::new();
        while let Some(Ok((subject, _))) = subjects.next().await {
            names.push(subject);
        }
        for subject in names {
            let Ok(message) = stream.get_last_raw_message_by_subject(&subject).await else { continue };
            let since = std::time::SystemTime::now().duration_since(message.time.into());
            if since.is_ok_and(|since| since <= age) {
                signs.push(message.payload.to_vec());
            }
        }
        signs
    }
}
