//! A PostgreSQL of the tests' own: found (or installed where that is possible), started on a free port with
//! its own data directory, and stopped when the tests end, however they end.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

struct Cluster {
    port: u16,
    binaries: PathBuf,
    _directory: tempfile::TempDir,
    /// Its standard input closes when this process ends; the shell around the server then stops it.
    _keeper: Child,
}

static CLUSTER: OnceLock<Cluster> = OnceLock::new();
static DATABASES: AtomicU32 = AtomicU32::new(0);

/// The address of a new, empty database.
pub(crate) fn database() -> String {
    let cluster = CLUSTER.get_or_init(start);
    let name = format!("ferrata_{}", DATABASES.fetch_add(1, Ordering::Relaxed));
    let port = cluster.port.to_string();
    let arguments = ["-h", "127.0.0.1", "-p", &port, "-U", "ferrata", &name];
    let made = Command::new(cluster.binaries.join("createdb")).args(arguments).status();
    assert!(made.is_ok_and(|status| status.success()), "createdb {name} failed");
    format!("postgres://ferrata@127.0.0.1:{port}/{name}")
}

fn start() -> Cluster {
    let binaries = find().or_else(install_and_find).expect(
        "the server's tests need PostgreSQL's initdb and postgres: install the package \"postgresql\"",
    );
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path().join("data");
    let root = is_root();
    if root {
        run(Command::new("chown").arg("postgres").arg(directory.path()));
        run(Command::new("chmod").arg("755").arg(directory.path()));
    }
    copy(&cluster_to_copy(root, &binaries), &data);
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let keeper = keep(root, &binaries, &data, port);
    let cluster = Cluster { port, binaries, _directory: directory, _keeper: keeper };
    wait_until_ready(&cluster);
    cluster
}

/// An empty cluster that was never started. Making one takes a second of work and copying it a tenth, and tests that run in
/// processes of their own want one each: the first to come leaves it in the target folder for the others.
fn cluster_to_copy(root: bool, binaries: &Path) -> PathBuf {
    let version = Command::new(binaries.join("postgres")).arg("--version").output().unwrap().stdout;
    let version = String::from_utf8_lossy(&version).trim().replace([' ', '/'], "-");
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(version);
    if kept.exists() {
        return kept;
    }
    let directory = tempfile::tempdir().unwrap();
    if root {
        run(Command::new("chown").arg("postgres").arg(directory.path()));
    }
    let made = directory.path().join("data");
    let how = ["-U", "ferrata", "-A", "trust", "-N", "-E", "UTF8"];
    run(as_user(root, &binaries.join("initdb")).arg("-D").arg(&made).args(how));
    // Nobody may find half of it: it is moved there whole. Whoever was faster leaves one that is just as good.
    let beside = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let whole = beside.path().join("data");
    copy(&made, &whole);
    if let Err(error) = std::fs::rename(&whole, &kept) {
        assert!(kept.exists(), "{}: {error}", kept.display());
    }
    kept
}

/// Copies a folder with its owners: the path to the one that is kept may be closed to PostgreSQL's user.
fn copy(from: &Path, to: &Path) {
    run(Command::new("cp").arg("-a").arg(from).arg(to));
}

/// Runs the server inside a shell that stops it when this process is gone.
fn keep(root: bool, binaries: &Path, data: &Path, port: u16) -> Child {
    let script = "\"$1\" -D \"$2\" -p \"$3\" -h 127.0.0.1 -k \"$2\" -c fsync=on -c max_connections=200 >\"$2/log\" 2>&1 & server=$!; \
                  cat >/dev/null; kill -INT $server; wait $server; rm -rf \"$2\"";
    let mut shell = as_user(root, Path::new("sh"));
    shell.arg("-c").arg(script).arg("keeper").arg(binaries.join("postgres")).arg(data).arg(port.to_string());
    // It outlives the test by a moment: whoever runs the tests must not wait for what it could still print.
    shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

fn wait_until_ready(cluster: &Cluster) {
    let begun = Instant::now();
    let port = cluster.port.to_string();
    while begun.elapsed() < Duration::from_secs(60) {
        let ready = Command::new(cluster.binaries.join("pg_isready"))
            .args(["-q", "-h", "127.0.0.1", "-p", &port])
            .status();
        if ready.is_ok_and(|status| status.success()) {
            return;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("PostgreSQL did not start within a minute");
}

fn find() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut places: Vec<PathBuf> = versions.map(|version| version.path().join("bin")).collect();
    places.sort();
    places.reverse();
    let path = std::env::var_os("PATH").unwrap_or_default();
    places.extend(std::env::split_paths(&path));
    places.into_iter().find(|place| place.join("initdb").exists() && place.join("postgres").exists())
}

fn install_and_find() -> Option<PathBuf> {
    if !is_root() {
        return None;
    }
    eprintln!("PostgreSQL is not here; installing the package \"postgresql\" …");
    for arguments in [&["update"][..], &["install", "-y", "--no-install-recommends", "postgresql"]] {
        Command::new("apt-get").args(arguments).env("DEBIAN_FRONTEND", "noninteractive").status().ok()?;
    }
    find()
}

/// PostgreSQL refuses to run as root: then it runs as its own user.
fn as_user(root: bool, program: &Path) -> Command {
    if !root {
        return Command::new(program);
    }
    let mut command = Command::new("runuser");
    command.args(["-u", "postgres", "--"]).arg(program).current_dir("/");
    command
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout == b"0\n")
}

fn run(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}
