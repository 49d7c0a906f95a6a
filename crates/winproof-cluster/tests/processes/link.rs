//! A link between a process and the server that can be cut, each way by itself.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A way from a port of its own to that of a server.
pub struct Wire {
    port: u16,
    switches: Arc<Switches>,
}

#[derive(Default)]
struct Switches {
    /// Nothing goes to the server.
    no_up: AtomicBool,
    /// Nothing comes from the server.
    no_down: AtomicBool,
    /// Rises when the link is there again: connections from before are of no use.
    repaired: AtomicU32,
    sockets: Mutex<Vec<TcpStream>>,
}

/// A direction.
#[derive(Clone, Copy, Debug)]
pub enum Way {
    Up,
    Down,
}

impl Wire {
    pub fn to(server: u16) -> Wire {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let switches = Arc::new(Switches::default());
        let shared = Arc::clone(&switches);
        std::thread::spawn(move || {
            for near in listener.incoming().flatten() {
                let Ok(far) = TcpStream::connect(("127.0.0.1", server)) else { continue };
                let all = [near.try_clone(), far.try_clone()];
                shared.sockets.lock().unwrap().extend(all.into_iter().flatten());
                for (way, from, to) in
                    [(Way::Up, near.try_clone(), far.try_clone()), (Way::Down, far.try_clone(), near.try_clone())]
                {
                    let (Ok(from), Ok(to)) = (from, to) else { continue };
                    let shared = Arc::clone(&shared);
                    std::thread::spawn(move || shared.carry(way, from, to));
                }
            }
        });
        Wire { port, switches }
    }

    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    pub fn cut(&self, way: Way) {
        self.switches.switch(way).store(true, Ordering::SeqCst);
    }

    /// The link is there again; what was under way is lost, and the connections break.
    pub fn repair(&self) {
        self.switches.repaired.fetch_add(1, Ordering::SeqCst);
        for socket in self.switches.sockets.lock().unwrap().drain(..) {
            let _ = socket.shutdown(Shutdown::Both);
        }
        for way in [Way::Up, Way::Down] {
            self.switches.switch(way).store(false, Ordering::SeqCst);
        }
    }
}

impl Switches {
    fn switch(&self, way: Way) -> &AtomicBool {
        match way {
            Way::Up => &self.no_up,
            Way::Down => &self.no_down,
        }
    }

    fn carry(&self, way: Way, mut from: TcpStream, mut to: TcpStream) {
        let since = self.repaired.load(Ordering::SeqCst);
        let mut buffer = [0; 1 << 16];
        while let Ok(read @ 1..) = from.read(&mut buffer) {
            while self.switch(way).load(Ordering::SeqCst) {
                std::thread::sleep(Duration::from_millis(5));
            }
            if self.repaired.load(Ordering::SeqCst) != since || to.write_all(&buffer[..read]).is_err() {
                break;
            }
        }
        let _ = to.shutdown(Shutdown::Both);
    }
}
