// Uses what programs in Rust use of the system, then plays the first action.
use std::io::{BufRead, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::process::Command;
use std::sync::mpsc;
use std::time::Duration;

fn use_the_system() {
    let (sender, receiver) = mpsc::channel();
    let threads: Vec<_> = (0..4)
        .map(|i| {
            let sender = sender.clone();
            std::thread::spawn(move || sender.send(i).unwrap())
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
    receiver.recv_timeout(Duration::from_secs(20)).unwrap();
    assert!(Command::new("/bin/sh").args(["-c", "true | cat"]).status().unwrap().success());
    let (mut one, _other) = UnixStream::pair().unwrap();
    one.write_all(b"x").unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let file = std::env::temp_dir().join(format!("rust-{}", std::process::id()));
    std::fs::write(&file, "x").unwrap();
    std::fs::remove_file(&file).unwrap();
    let table: std::collections::HashMap<i32, i32> = (0..4).map(|i| (i, i)).collect(); // asks for random bytes
    assert_eq!(table.len(), 4);
}

fn filtered() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    status.lines().find(|line| line.starts_with("Seccomp:")).unwrap_or("").to_string()
}

fn main() {
    let mut first = true;
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let word: Vec<&str> = line.split_whitespace().collect();
        match word[0] {
            "tribunal" => {
                use_the_system();
                println!("ready rust 1");
            }
            "ask" => {
                if first {
                    println!("# {}", filtered());
                }
                first = false;
                println!("move {} {}", word[1], word[3]);
            }
            "quit" => return,
            _ => {}
        }
    }
}
