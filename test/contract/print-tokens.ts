import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { test } from 'vitest';
import { withDemoServer } from '../../src/demo/demo-server.js';
import { textOf } from '../../src/demo/tool-text.js';
import { directPurchaseTokens, listTokens, NO_LONGER_NEEDED, purchaseTokens, sumOf } from './purchase-tokens.js';

/** `npm run tokens` prints how many tokens (o200k) the portal costs a model, for docs/dev/mcp.md. */

const say = (what: string, tokens: number) =>
  process.stdout.write(`${what.padEnd(48)} ${String(tokens).padStart(6)}\n`);

async function connected(url: string, key: string): Promise<Client> {
  const client = new Client({ name: 'tokens', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  const requestInit = { headers: { 'x-api-key': key } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }));
  return client;
}

test('prints the token counts', () =>
  withDemoServer(process.env.PATH ?? '', async ({ url, keys }) => {
    const client = await connected(url, keys.deployment_key);
    const answers = await purchaseTokens((name, args) => textOf(client, name, args));
    for (const { name, tokens } of answers) say(name, tokens);
    say('Answers of the purchase', sumOf(answers));
    say(
      '  without the calls that are not needed',
      sumOf(answers.filter(({ name }) => !NO_LONGER_NEEDED.includes(name))),
    );
    const direct = await directPurchaseTokens((name, args) => textOf(client, name, args));
    for (const { name, tokens } of direct) say(name, tokens);
    say('Answers of a search and a purchase in one call', sumOf(direct));
    const { tools } = await client.listTools();
    say(`List of the ${tools.length} tools of a deployment key`, listTokens(tools));
    await client.close();
    const owner = await connected(url, keys.organization_key);
    const owned = (await owner.listTools()).tools;
    say(`List of the ${owned.length} tools of an organization key`, listTokens(owned));
    await owner.close();
  }));
