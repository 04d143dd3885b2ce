import { writeSync } from 'node:fs';
import { LineQueue } from './line-queue.js';

/** Characters of lines that wait for a full stderr at most: some 15,000 requests. */
const MAX_WAITING = 4 * 1024 * 1024;
/** Wait before a full stderr is tried again. Milliseconds. */
const RETRY_AFTER = 10;
/** How long the process waits for the reader when it ends. Milliseconds. */
const LAST_WAIT = 2_000;

/** Error codes of a full pipe (EAGAIN) and of a full disk: there may be room later. */
const FULL: ReadonlySet<unknown> = new Set(['EAGAIN', 'EWOULDBLOCK', 'EINTR', 'ENOSPC', 'EDQUOT']);

const queue = new LineQueue(writeSome, {
  most: MAX_WAITING,
  retryAfter: RETRY_AFTER,
  lossLine: (count) =>
    `${JSON.stringify({ time: new Date().toISOString(), level: 'warn', event: 'log_lines_lost', count })}\n`,
});

/** Writes a line to stderr, whole, as soon as there is room for it. */
export function toStderr(line: string): void {
  queue.add(line);
}

function writeSome(bytes: Uint8Array): number {
  try {
    // Node opens the stream here, and so makes a pipe non-blocking: a reader that stops reading must not stop the service.
    return writeSync(process.stderr.fd, bytes);
  } catch (error) {
    if (error instanceof Error && 'code' in error && FULL.has(error.code)) return 0;
    throw error;
  }
}

/** At the end of the process nothing can be waited for asynchronously. */
function finish(): void {
  const tick = new Int32Array(new SharedArrayBuffer(4));
  const end = performance.now() + LAST_WAIT;
  while (!queue.drain() && performance.now() < end) Atomics.wait(tick, 0, 0, RETRY_AFTER);
}

process.once('exit', finish);
