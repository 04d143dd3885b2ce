import { appendFileSync, closeSync, openSync, readSync } from 'node:fs';

/**
 * This module is loaded into a portal. Every quarter of a second, it appends a line to the file LOOP_TIME_FILE with the
 * time and the longest event-loop turn in milliseconds. It measures CPU time of the main thread, so that load on the
 * machine does not count.
 */
const INTERVAL_MS = 250;
const file = process.env.LOOP_TIME_FILE;
const usage = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
const bytes = Buffer.alloc(100);

/** CPU time of the main thread so far, in nanoseconds. */
function used() {
  const length = readSync(usage, bytes, 0, bytes.length, 0);
  return Number(bytes.toString('latin1', 0, length).split(' ', 1)[0]);
}

let before = used();
let longest = 0;
let written = performance.now();
// Timers run once per turn of a busy loop, so two runs are at least one turn apart.
const timer = setInterval(() => {
  const now = used();
  longest = Math.max(longest, now - before);
  before = now;
  if (performance.now() - written < INTERVAL_MS) return;
  appendFileSync(file, `${Date.now()} ${longest / 1e6}\n`);
  written = performance.now();
  before = used();
  longest = 0;
}, 1);
timer.unref();
process.on('exit', () => closeSync(usage));
