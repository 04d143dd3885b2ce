import { once } from 'node:events';
import { createWriteStream, openSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Cli } from './command.js';
import { CommandError } from './output.js';

/** Writes lines to stdout or a new file. Waits for slow readers, so that memory does not grow with the output. */
export function makeLineWriter({ output }: Cli, file: string | undefined) {
  if (file === undefined) return { line: (text: string) => output.piece(text), end: async () => {} };
  const stream = createWriteStream(file, { fd: openedNew(file) });
  let fault: Error | undefined;
  stream.on('error', (error) => {
    fault = error;
  });
  const orFault = async (written: () => Promise<unknown>) => {
    try {
      if (fault) throw fault;
      await written();
    } catch (error) {
      throw new CommandError(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  return {
    line: (text: string) => orFault(() => drained(stream, text)),
    end: () => orFault(() => finished(stream.end())),
  };
}

/** @throws CommandError when the file exists, or cannot be created */
function openedNew(file: string): number {
  try {
    return openSync(file, 'wx', 0o600);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new CommandError(`${file} cannot be written: it exists already; name another file`);
    throw new CommandError(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function drained(stream: Writable, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain');
}
