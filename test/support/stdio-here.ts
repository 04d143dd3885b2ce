import { PassThrough } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { run } from './program.js';
import type { Ran } from './spawn.js';

/**
 * A client's transport to a `portal stdio` in this process. The SDK's transport of servers reads and writes the lines of
 * any two streams, so it serves at the client's end too. e2e/stdio and mcp-clients start processes.
 */
export class StdioHere extends StdioServerTransport {
  private readonly toPortal: PassThrough;
  private readonly ended: Promise<Ran>;

  constructor(env: Readonly<Record<string, string>>, args: readonly string[] = []) {
    const [toPortal, toClient] = [new PassThrough(), new PassThrough()];
    super(toClient, toPortal);
    this.toPortal = toPortal;
    this.ended = run(['stdio', ...args], env, false, undefined, { stdin: toPortal, stdout: toClient });
  }

  /** @throws Error when the program ends as it should not */
  override async close(): Promise<void> {
    await super.close();
    this.toPortal.end();
    const { code, stderr } = await this.ended;
    if (code !== 0 || stderr !== '') throw new Error(`portal stdio ended with ${code}: ${stderr}`);
  }
}
