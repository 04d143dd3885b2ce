import type { Output } from './output.js';

/** Milliseconds between updates. */
const EVERY = 100;

/** Prints a line per upgrade step, since an upgrade of a million orders takes minutes. Prints on terminals only. */
export function upgradeSteps({ terminal, err }: Output): (step: string) => void {
  return (step) => {
    if (terminal) err(`upgrading the database: ${step}`);
  };
}

/** Shows a progress line that overwrites itself, on terminals only. */
export function progress({ terminal }: Output, what: string): (done: number, total: number) => void {
  let last = 0;
  return (done, total) => {
    const now = performance.now();
    if (!terminal || (done < total && now - last < EVERY)) return;
    last = now;
    process.stderr.write(`\r${what} ${done} of ${total}${done === total ? '\n' : ''}`);
  };
}

/** Shows a growing count without a known total, on terminals only. */
export function showCount({ terminal }: Output, what: string): { show(text: string): void; end(): void } {
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
