import { dirname } from 'node:path';
import { INITIALIZE, type StdioLines, startStdio } from '../support/stdio-lines.js';
import { problemOfMessage } from './fuzz-answer.js';
import type { Calls, How } from './fuzz-call.js';
import { searched } from './secrets.js';

/** Lines that are not messages: a stdio process ignores them and continues. */
const NOISE = ['', '{', '[]', 'null', '"x"', '{"jsonrpc":"2.0"}', '\u0000', '{"jsonrpc":"2.0","method":"nothing"}'];

/** Sends calls and noise to a `portal stdio` on the same database. */
export class StdioFuzz {
  private readonly lines: StdioLines;
  private readonly calls: Calls;
  private readonly opened: Promise<unknown>;
  private next = 10;

  constructor(database: string, key: string, calls: Calls) {
    this.calls = calls;
    const env = { PORTAL_DB: database, PORTAL_API_KEY: key, PORTAL_RATE_LIMIT: '0', PORTAL_LOG_LEVEL: 'info' };
    this.lines = startStdio(dirname(database), env, []);
    this.lines.send(INITIALIZE);
    this.opened = this.lines.answer(INITIALIZE.id);
  }

  /** Calls a tool or gets a prompt, with noise before it if `how` is `broken`. Returns the problem of the response. */
  async call(how: How, learn: (said: unknown) => void): Promise<{ what: string; problem: string | undefined }> {
    await this.opened;
    const id = this.next;
    this.next += 1;
    if (how === 'broken') for (const noise of NOISE) this.lines.child.stdin.write(`${noise}\n`);
    const { what, message } = this.calls.mcpMessage(how === 'broken' ? 'mutated' : how, id);
    this.lines.send(message);
    return { what: `stdio ${what}`, problem: problemOfMessage(await this.lines.answer(id), learn) };
  }

  /** @throws Error if the process did not exit as expected */
  async end(): Promise<void> {
    const { code, stderr } = await this.lines.end();
    for (const line of stderr.split('\n')) searched.search(line);
    if (code !== 0) throw new Error(`stdio ended with ${code}: ${stderr.slice(-2_000)}`);
  }
}
