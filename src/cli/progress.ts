import type { Output } from './output.js';

/** Between two updates of the line. Milliseconds. */
const EVERY = 100;

/** A line for each step of an upgrade, on a terminal only: at a million orders it takes minutes. */
export function upgradeSteps({ terminal, err }: Output): (step: string) => void {
  return (step) => {
    if (terminal) err(`upgrading the database: ${step}`);
  };
}

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

/** A number that rewrites itself while it grows, where nobody knows how large it will be; on a terminal only. */
export function liveCount({ terminal }: Output, what: string): { show(text: string): void; end(): void } {
  let last = 0;
  let text = '';
  const write = (end: string) => void process.stderr.write(`\r${what} ${text}${end}`);
  return {
    show(now) {
      text = now;
      if (!terminal || performance.now() - last < EVERY) return;
      last = performance.now();
      write('');
    },
    end() {
      if (terminal && text !== '') write('\n');
      text = '';
    },
  };
}
