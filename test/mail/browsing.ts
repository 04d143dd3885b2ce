import { expect, vi } from 'vitest';
import { runProgram } from '../../src/cli/program.js';
import { noStreams } from '../support/program.js';

/** As long as a test may wait. */
const WAIT = { timeout: 600_000 };

/** The page of the mails in a folder, as `portal mail browse` serves it. */
export interface Browsing {
  readonly url: string;
  /** Stops the command. Resolves to its exit code. */
  stop(): Promise<number>;
}

/** Starts the command, and waits until it has printed its address. */
export async function browseMails(folder: string): Promise<Browsing> {
  const stopping = new AbortController();
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  const output = { out: print, err: print, piece: async () => undefined, terminal: false };
  const cli = { output, streams: noStreams(), env: { PORTAL_SMTP_URL: `file:${folder}` }, stop: stopping.signal };
  const ended = runProgram(['mail', 'browse'], cli);
  await vi.waitFor(() => expect(printed.length).toBe(1), WAIT);
  return {
    url: String(printed[0]),
    stop() {
      stopping.abort();
      return ended;
    },
  };
}
