import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { buy, type CallTool } from './agent.js';
import { MAIN, withDemoServer } from './demo-server.js';
import { textOf } from './tool-text.js';

/** `npm run demo`: an agent makes a purchase over stdio and another over HTTP, on a separate database. */

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
  const call: CallTool = async (name, args) => JSON.parse(await textOf(client, name, args));
  try {
    await buy(call, (line) => say(`  ${line}`));
  } finally {
    await client.close();
  }
}

await withDemoServer(process.env.PATH ?? '', async ({ url, keys: { deployment_key }, environment }) => {
  say('MCP over stdio');
  const env = { ...environment, PORTAL_API_KEY: deployment_key, PORTAL_PUBLIC_URL: url };
  await withClient({ command: process.execPath, args: [MAIN, 'stdio'], env }, deployment_key);
  say('MCP over streamable HTTP');
  await withClient(new URL('/mcp', url), deployment_key);
});
