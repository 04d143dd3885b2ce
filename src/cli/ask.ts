import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';

/** Asks a question on stderr and returns the typed line; empty if the input or the command ends. */
export async function ask(question: string, stop: AbortSignal): Promise<string> {
  // The terminal edits the line itself, so Ctrl-C remains a signal.
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
  try {
    return await Promise.race([lines.question(question, { signal: stop }), once(lines, 'close').then(() => '')]);
  } catch (error) {
    if (stop.aborted) return '';
    throw error;
  } finally {
    lines.close();
  }
}
