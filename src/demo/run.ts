import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { readDemoKeys } from '../cli/demo-shop.js';
import { PACKAGE_ROOT } from '../package-root.js';
import { buy, type CallTool } from './agent.js';

/** `npm run demo`: an agent makes a purchase over stdio, and again over HTTP, on a database of its own. */

const MAIN = join(PACKAGE_ROOT, 'bin', 'portal.js');
const say = (line: string) => process.stdout.write(`${line}\n`);

async function withClient(
  transport: ConstructorParameters<typeof StdioClientTransport>[0] | URL,
  key: string,
): Promise<void> {
  const client = new Client({ name: 'demo-agent', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  const headers = { 'x-api-key': key };
  await client.connect(
    transport instanceof URL
      ? new StreamableHTTPClientTransport(transport, { requestInit: { headers } })
      : new StdioClientTransport(transport),
  );
  const call: CallTool = async (name, args) => {
    const result = await client.callTool({ name, arguments: { ...args } });
    if (result.isError) throw new Error(`${name}: ${JSON.stringify(result.content)}`);
    return result.structuredContent;
  };
  try {
    await buy(call, (line) => say(`  ${line}`));
  } finally {
    await client.close();
  }
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-demo-'));
  const database = join(folder, 'portal.db');
  const environment = {
    PATH: process.env.PATH ?? '',
    PORTAL_DB: database,
    PORTAL_PORT: '0',
    PORTAL_LOG_LEVEL: 'error',
  };
  const server = spawn(process.execPath, [MAIN, 'serve', '--demo'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const url = await urlOf(server.stdout);
    const { deployment_key } = readDemoKeys(database);
    say('MCP over stdio');
    const env = { ...environment, PORTAL_API_KEY: deployment_key, PORTAL_PUBLIC_URL: url };
    await withClient({ command: process.execPath, args: [MAIN, 'stdio'], env }, deployment_key);
    say('MCP over streamable HTTP');
    await withClient(new URL('/mcp', url), deployment_key);
  } finally {
    const exited = once(server, 'exit');
    server.kill('SIGTERM');
    await exited;
    rmSync(folder, { recursive: true });
  }
}

async function urlOf(stdout: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface({ input: stdout });
  for await (const line of lines) {
    const url = /HTTP API\s+(http:\/\/\S+)\/api/.exec(line)?.[1];
    if (url) {
      stdout.resume();
      return url;
    }
  }
  throw new Error('the portal did not start');
}

await main();
