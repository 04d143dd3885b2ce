import { once } from 'node:events';
import { toStderr } from '../log/stderr.js';

/** Command output: results go to stdout, everything else to stderr. */
export interface Output {
  out(text: string): void;
  /** Writes a chunk of a long result unchanged; resolves when the next may follow. */
  piece(text: string): Promise<void>;
  err(text: string): void;
  /** True if stderr is a terminal, which is required to show progress. */
  readonly terminal: boolean;
}

/** A failure the user can fix; only its message is shown. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

export const processOutput: Output = {
  out: (text) => void process.stdout.write(`${text}\n`),
  async piece(text) {
    if (!process.stdout.write(text)) await once(process.stdout, 'drain');
  },
  // Uses the log's queue, so that lines do not mix.
  err: (text) => toStderr(`${text}\n`),
  terminal: process.stderr.isTTY === true,
};
