import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { MAIN } from '../support/spawn.js';

/** Client entries of docs/mcp.md, used as each client would, with other paths, keys and ports. */

const PAGE = readFileSync(join(PACKAGE_ROOT, 'docs', 'mcp.md'), 'utf8');
const [, CLIENTS = ''] = /^## Clients$(.*?)^## /ms.exec(PAGE) ?? [];

const entry = z.strictObject({
  type: z.enum(['http', 'stdio']).optional(),
  command: z.literal('node').optional(),
  args: z.tuple([z.literal('/absolute/path/to/bin/portal.js'), z.literal('stdio')]).optional(),
  env: z.record(z.string(), z.string()).optional(),
  url: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
});
type Entry = z.output<typeof entry>;
const servers = z.strictObject({ commerce: entry });
const files = z.union([
  z.strictObject({ mcpServers: servers }),
  z.strictObject({ inputs: z.array(z.object({ id: z.string() })).optional(), servers }),
]);

const ENTRIES = CLIENTS.split(/^### /m).flatMap((section) => {
  const [client = ''] = section.split('\n');
  return [...section.matchAll(/^```json\n(.*?)^```$/gms)].map(([, text = ''], index) => ({
    name: `${client}, entry ${index + 1}`,
    file: files.parse(JSON.parse(text)),
  }));
});

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

test('finds the client entries of docs/mcp.md', () => expect(ENTRIES.length).toBeGreaterThanOrEqual(5));

test.each(ENTRIES)('connects with the entry of $name', async ({ file }) => {
  const { commerce } = 'mcpServers' in file ? file.mcpServers : file.servers;
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transportOf(commerce));
  try {
    const { content } = await client.callTool({ name: 'search_catalog', arguments: { query: 'mug' } });
    expect(JSON.stringify(content)).toContain('Enamel camp mug');
  } finally {
    await client.close();
  }
});

function transportOf({ command, env = {}, url = '', headers = {} }: Entry) {
  if (command === undefined) {
    const { pathname } = new URL(url);
    return new StreamableHTTPClientTransport(new URL(pathname, portal.url), {
      requestInit: { headers: mapped(headers) },
    });
  }
  expect(Object.keys(env)).toEqual(['PORTAL_DB', 'PORTAL_API_KEY', 'PORTAL_PUBLIC_URL']);
  const given = { ...mapped(env), PORTAL_DB: portal.database, PORTAL_PUBLIC_URL: portal.url };
  // Real clients start the portal in another working directory too.
  return new StdioClientTransport({ command: process.execPath, args: [MAIN, 'stdio'], env: given, cwd: '/' });
}

/** Puts the key in place of `dk_…`, and of a variable for which the client would prompt. */
function mapped(values: Readonly<Record<string, string>>): Record<string, string> {
  const key = portal.demo.deployment_key;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value.replace(/^(dk_…|\$\{.*\})$/, key)]),
  );
}
