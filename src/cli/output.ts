import { toStderr } from '../log/stderr.js';

/** Where a command writes: stdout for what was asked, stderr for the rest. */
export interface Output {
  out(text: string): void;
  err(text: string): void;
  /** True when stderr is a terminal: only then progress is shown. */
  readonly terminal: boolean;
}

/** A command's failure that is the user's to mend; its message is all that is shown. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

export const processOutput: Output = {
  out: (text) => void process.stdout.write(`${text}\n`),
  // The same way as the log's lines, so that neither cuts the other.
  err: (text) => toStderr(`${text}\n`),
  terminal: process.stderr.isTTY === true,
};
