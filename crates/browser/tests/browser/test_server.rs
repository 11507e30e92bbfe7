//! A server of its own for each test, with an empty database.

use ferrata_server::{Clock, Config, MailConfig, Server};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::channel;
use std::thread::JoinHandle;
use tempfile::TempDir;
use tokio::sync::oneshot;

/// Where a server for this machine alone listens.
const HERE: &str = "127.0.0.1";
/// Where a server for everybody listens.
const EVERYWHERE: &str = "0.0.0.0";

/// A running server.
pub(crate) struct TestServer {
    runs: Runs,
    listens: &'static str,
    port: u16,
    folder: TempDir,
}

/// How a server runs.
enum Runs {
    /// As its users run it.
    Program(Child),
    /// On a thread of the test, which turns its clock.
    Here(Option<(oneshot::Sender<()>, JoinHandle<()>)>),
}

impl TestServer {
    /// Starts a server for this machine alone: nobody needs an account.
    pub(crate) fn local() -> TestServer {
        TestServer::listening(HERE)
    }

    /// Starts a server on the network: everybody has an account of their own.
    pub(crate) fn network() -> TestServer {
        TestServer::listening(EVERYWHERE)
    }

    /// Starts a server on the network that goes by this clock.
    pub(crate) fn by(clock: Clock) -> TestServer {
        TestServer::with_mail(clock, None)
    }

    /// The same, with somebody who takes its mail.
    pub(crate) fn with_mail(clock: Clock, mail: Option<SocketAddr>) -> TestServer {
        let folder = tempfile::tempdir().unwrap();
        let config = Config {
            listen: SocketAddr::from(([0, 0, 0, 0], 0)),
            db: Some(database(&folder)),
            requests_per_second: 1000,
            private_destinations: true,
            clock,
            public_url: mail.map(|_| "https://ferrata.example.org".into()),
            mail: mail.map(|taker| MailConfig {
                smtp: format!("smtp://{taker}"),
                from: "Ferrata <ferrata@example.org>".into(),
            }),
            ..Config::default()
        };
        let (stop, port) = serve_here(config);
        TestServer { runs: Runs::Here(Some(stop)), listens: EVERYWHERE, port, folder }
    }

    fn listening(listens: &'static str) -> TestServer {
        let folder = tempfile::tempdir().unwrap();
        let (process, port) = serve(&folder, listens, 0);
        TestServer { runs: Runs::Program(process), listens, port, folder }
    }

    /// Stops the server and starts it again on the same database and address.
    pub(crate) fn restart(&mut self) {
        self.stop();
        let (process, port) = serve(&self.folder, self.listens, self.port);
        (self.runs, self.port) = (Runs::Program(process), port);
    }

    /// The name and port under which this machine reaches it.
    pub(crate) fn host(&self) -> String {
        format!("{HERE}:{}", self.port)
    }

    /// The address of a page.
    pub(crate) fn page(&self, path: &str) -> String {
        format!("http://{}{path}", self.host())
    }

    /// Stops the server.
    pub(crate) fn stop(&mut self) {
        match &mut self.runs {
            Runs::Program(process) => {
                let _ = process.kill();
                let _ = process.wait();
            }
            Runs::Here(running) => {
                if let Some((stop, thread)) = running.take() {
                    let _ = stop.send(());
                    let _ = thread.join();
                }
            }
        }
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.stop();
    }
}

fn database(folder: &TempDir) -> String {
    format!("sqlite://{}?mode=rwc", folder.path().join("ferrata.sqlite").display())
}

/// Serves on a thread; how it is stopped, and its port.
fn serve_here(config: Config) -> ((oneshot::Sender<()>, JoinHandle<()>), u16) {
    let (stop, stopped) = oneshot::channel();
    let (tell, told) = channel();
    let serve = async move {
        let server = Server::start(config).await.unwrap();
        tell.send(server.address().unwrap().port()).unwrap();
        server.run(async { drop(stopped.await) }).await;
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let thread = std::thread::spawn(move || runtime.block_on(serve));
    ((stop, thread), told.recv().unwrap())
}

fn serve(folder: &TempDir, listens: &str, port: u16) -> (Child, u16) {
    let program = built("ferrata");
    assert!(program.exists(), "{} is missing: use `cargo xtask browser`", program.display());
    let database = database(folder);
    let mut command = Command::new(program);
    let listen = format!("{listens}:{port}");
    command.args(["serve", "--listen", &listen, "--db", &database, "--requests-per-second", "1000"]);
    // What stands for the world in these tests listens on this machine.
    command.arg("--private-destinations");
    command.env("FERRATA_LOG", "warn");
    let mut server = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let port = line.trim().rsplit_once(':').and_then(|(_, port)| port.parse().ok());
    (server, port.unwrap_or_else(|| panic!("the server printed `{line}`")))
}

/// A program built beside this test; where speed is measured, one that is optimised.
fn built(name: &str) -> PathBuf {
    if let Some(program) = std::env::var_os("FERRATA_PROGRAM") {
        return program.into();
    }
    profile().join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// The folder of everything built with this test: `target/debug`.
fn profile() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    test.parent().and_then(|deps| deps.parent()).unwrap().to_owned()
}

/// The folder for what tests leave behind and find prepared.
pub(crate) fn target() -> PathBuf {
    let folder = profile().parent().unwrap().join("browser");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// A file of the workspace.
pub(crate) fn workspace(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// The bytes of the wasm, raw and compressed.
pub(crate) fn wasm_sizes() -> Option<(u64, Option<u64>)> {
    let size = |ending: &str| {
        let files = std::fs::read_dir(workspace("crates/server/client")).ok()?.flatten();
        let mut named = files.filter(|file| file.file_name().to_string_lossy().ends_with(ending));
        named.find_map(|file| Some(file.metadata().ok()?.len()))
    };
    Some((size("_bg.wasm")?, size("_bg.wasm.br")))
}
