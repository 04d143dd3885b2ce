import { PassThrough } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { run } from './program.js';
import type { Ran } from './spawn.js';

/**
 * A client transport to a `portal stdio` in this process. The SDK's server transport works with any two streams, so it
 * also serves as the client's end. e2e/stdio and mcp-clients start real processes.
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

  /** @throws Error if the program fails or has written to stderr */
  override async close(): Promise<void> {
    await super.close();
    this.toPortal.end();
    const { code, stderr } = await this.ended;
    if (code !== 0 || stderr !== '') throw new Error(`portal stdio ended with ${code}: ${stderr}`);
  }
}
