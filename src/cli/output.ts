import { once } from 'node:events';
import { toStderr } from '../log/stderr.js';

/** Where a command writes: its result to stdout, everything else to stderr. */
export interface Output {
  out(text: string): void;
  /** Writes a piece of a long result, as it is; resolves when the next one may follow. */
  piece(text: string): Promise<void>;
  err(text: string): void;
  /** True when stderr is a terminal: only then progress is shown. */
  readonly terminal: boolean;
}

/** A failure that the user can fix; only its message is shown. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  /** Exit code of the process. */
  readonly code: number;

  constructor(message: string, code = 1) {
    super(message);
    this.code = code;
  }
}

export const processOutput: Output = {
  out: (text) => void process.stdout.write(`${text}\n`),
  async piece(text) {
    if (!process.stdout.write(text)) await once(process.stdout, 'drain');
  },
  // By the same queue as the log, so that lines do not mix.
  err: (text) => toStderr(`${text}\n`),
  terminal: process.stderr.isTTY === true,
};
