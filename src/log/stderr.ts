import { writeSync } from 'node:fs';
import { LineQueue } from './line-queue.js';

/** Enough for the log lines of about 15,000 requests. */
const MAX_WAITING_CHARACTERS = 4 * 1024 * 1024;
/** Wait before a full stderr is retried. */
const RETRY_AFTER_MS = 10;
/** Maximum wait for the reader when the process ends. */
const LAST_WAIT_MS = 2_000;

/** Error codes of a full pipe or disk, which may have room later. */
const FULL: ReadonlySet<unknown> = new Set(['EAGAIN', 'EWOULDBLOCK', 'EINTR', 'ENOSPC', 'EDQUOT']);

const queue = new LineQueue(writeSome, {
  most: MAX_WAITING_CHARACTERS,
  retryAfterMs: RETRY_AFTER_MS,
  lossLine: (count) =>
    `${JSON.stringify({ time: new Date().toISOString(), level: 'warn', event: 'log_lines_lost', count })}\n`,
});

/** Writes a line to stderr as soon as there is room for it and all earlier lines are written. */
export function toStderr(line: string): void {
  queue.add(line);
}

function writeSome(bytes: Uint8Array): number {
  try {
    // When `process.stderr` is first accessed, Node opens the stream and makes a pipe non-blocking. So a reader that
    // stops reading does not stop the service.
    return writeSync(process.stderr.fd, bytes);
  } catch (error) {
    if (error instanceof Error && 'code' in error && FULL.has(error.code)) return 0;
    throw error;
  }
}

/** Writes the remaining lines. Waits synchronously, since nothing asynchronous runs while the process exits. */
function finish(): void {
  const tick = new Int32Array(new SharedArrayBuffer(4));
  const end = performance.now() + LAST_WAIT_MS;
  while (!queue.drain() && performance.now() < end) Atomics.wait(tick, 0, 0, RETRY_AFTER_MS);
}

process.once('exit', finish);
