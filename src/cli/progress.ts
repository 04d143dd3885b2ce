import type { Output } from './output.js';

/** Between two updates of the line. Milliseconds. */
const EVERY = 100;

/** One line that rewrites itself, on a terminal only. */
export function progress({ terminal }: Output, what: string): (done: number, total: number) => void {
  let last = 0;
  return (done, total) => {
    const now = performance.now();
    if (!terminal || (done < total && now - last < EVERY)) return;
    last = now;
    process.stderr.write(`\r${what} ${done} of ${total}${done === total ? '\n' : ''}`);
  };
}
