import { once } from 'node:events';
import { toStderr } from '../log/stderr.js';
import { ask } from './ask.js';

/** Command output: results go to stdout, everything else to stderr. */
export interface Output {
  out(text: string): void;
  /** Writes a chunk of a long result unchanged, and resolves when the next one may follow. */
  piece(text: string): Promise<void>;
  err(text: string): void;
  /** True if stderr is a terminal; progress is shown only there. */
  readonly terminal: boolean;
  /** Asks a person and returns the answer, which may be empty. Absent without a terminal. */
  readonly ask?: (question: string, stop: AbortSignal) => Promise<string>;
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

/** Thrown when the reader of stdout has exited, as `head` does after its last line. The command then ends silently. */
export class OutputClosed extends Error {
  override readonly name = 'OutputClosed';
}

/** Output on this process's stdout and stderr. */
export function openProcessOutput(): Output {
  const { stdin, stdout, stderr } = process;
  let isClosed = false;
  stdout.on('error', (error) => {
    if (!('code' in error) || error.code !== 'EPIPE') throw error;
    isClosed = true;
  });
  return {
    // After EPIPE, lines are dropped but the command continues: a server must run on after `head` has read its first lines.
    out: (text) => void (isClosed || stdout.write(`${text}\n`)),
    async piece(text) {
      if (isClosed) throw new OutputClosed();
      if (stdout.write(text)) return;
      // An EPIPE error also ends the wait; any other error ends the process.
      await once(stdout, 'drain').catch(() => {
        throw new OutputClosed();
      });
    },
    // Uses the queue of the log lines, so that error lines do not mix with them.
    err: (text) => toStderr(`${text}\n`),
    terminal: stderr.isTTY === true,
    ...(stdin.isTTY === true && stderr.isTTY === true && { ask }),
  };
}
