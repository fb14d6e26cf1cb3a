// Uses what programs of Node use of the system, then plays the first action.
const { execFileSync, spawn } = require('child_process');
const crypto = require('crypto');
const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');
const readline = require('readline');
const { Worker } = require('worker_threads');

const ended = (emitter, event) => new Promise((resolve, reject) => emitter.on(event, resolve).on('error', reject));

async function useTheSystem() {
  await ended(new Worker('require("worker_threads").parentPort.postMessage(1)', { eval: true }), 'message');
  // Several threads, with files of their own: as many as a search with a pool of workers and its tables.
  const held = 'const fs = require("fs"); for (let i = 0; i < 50; ++i) fs.openSync("/dev/null"); require("worker_threads").parentPort.postMessage(1)';
  await Promise.all([1, 2, 3, 4].map(() => ended(new Worker(held, { eval: true }), 'message')));
  execFileSync('/bin/sh', ['-c', 'true | cat']);
  if (await ended(spawn('/bin/true'), 'exit') !== 0) throw new Error('a child failed');
  await crypto.promises?.randomBytes?.(16);
  await new Promise((resolve, reject) => crypto.pbkdf2('a', 'b', 10, 16, 'sha256', (e) => (e ? reject(e) : resolve())));
  await fs.promises.readFile('/proc/self/status');
  const folder = await fs.promises.mkdtemp(path.join(os.tmpdir(), 'node-'));
  await fs.promises.rm(folder, { recursive: true });
  const server = net.createServer((socket) => socket.end('x'));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  await ended(net.connect(server.address().port, '127.0.0.1'), 'data');
  server.close();
  await new Promise((resolve) => setTimeout(resolve, 1));
}

let first = true;
readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const word = line.split(' ');
  if (word[0] === 'tribunal') {
    useTheSystem().then(() => console.log('ready node 1'));
  } else if (word[0] === 'ask') {
    if (first) console.log('# ' + fs.readFileSync('/proc/self/status', 'utf8').match(/Seccomp:\s*\d/)[0]);
    first = false;
    console.log(`move ${word[1]} ${word[3]}`);
  } else if (word[0] === 'quit') {
    process.exit(0);
  }
});
