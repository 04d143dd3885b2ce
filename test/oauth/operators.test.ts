import { afterAll, beforeAll, expect, test } from 'vitest';
import { registryCaller } from '../actors/registry-caller.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { run } from '../support/program.js';
import { fullKey } from '../support/tenants.js';
import { allow, asking, callTool, connect, exchange, openConsent, REDIRECT } from './assistant.js';

/** Operators and organizations see and end grants, from the command line and over HTTP. */

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal({ env: { PORTAL_OAUTH: '1' } });
});
afterAll(() => portal.close());

const command = (...args: string[]) => run(args, portal.commandEnv);
const statusOf = async (token: string) => (await callTool(portal.url, token, 'get_cart')).status;

test('an organization lists its grants, lowers a limit, and ends one', async () => {
  const owner = registryCaller(() => portal.url, await fullKey(portal, 'organization'));
  const { tokens } = await connect(portal.url, { per_order: '50', days: '30' });
  const listed = await owner.ok('list_keys', { grants: true });
  expect(listed).toHaveLength(1);
  const [grant] = listed;
  expect(grant).toMatchObject({
    ...{ kind: 'deployment', created_by: 'person', status: 'live', scopes: ['commerce'] },
    limits: { per_order: 5_000, currency: 'USD' },
    grant: { client_kind: 'registered', client_name: 'Assistant', client_host: '127.0.0.1', resource: '/mcp' },
  });
  const all = await owner.ok('list_keys', {});
  expect(all).toContainEqual(grant);
  expect(await owner.ok('set_key_limits', { key_id: grant.id, per_order: 100 })).toMatchObject({
    limits: { per_order: 100 },
  });
  await owner.ok('revoke_key', { key_id: grant.id });
  expect(await statusOf(tokens.access_token)).toBe(401);
});

test('the operator lists grants and ends one with a command', async () => {
  const { tokens } = await connect(portal.url, { per_30_days: '300' });
  const { stdout } = await command('grants', 'list');
  const [id = '', ...rest] = (stdout.trim().split('\n').at(-1) ?? '').split('  ');
  expect(rest.slice(0, 3)).toEqual(['live', 'Assistant', '127.0.0.1 (registered)']);
  expect(rest[3]).toBe('per 30 days $300.00, $300.00 left');
  expect(await command('grants', 'end', id)).toMatchObject({ code: 0, stdout: `ended ${id}\n` });
  expect(await statusOf(tokens.access_token)).toBe(401);
  expect(await command('grants', 'end', 'grt_none')).toMatchObject({ code: 1 });
  const { stdout: json } = await command('grants', 'list', '--json');
  expect(JSON.parse(json).at(-1)).toMatchObject({ id, status: 'revoked' });
});

test('the operator predefines a client with a secret, and removes it', async () => {
  const wrong = await command('clients', 'add', '--name', 'Partner', '--redirect-uri', 'http://example.com/done');
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('--redirect-uri must be an https URL') });
  const { stdout } = await command('clients', 'add', '--name', 'Partner', '--redirect-uri', REDIRECT);
  const [, client_id = '', client_secret = ''] = /^client_id (cli_\S+)\nclient_secret (cs_\S+)\n$/.exec(stdout) ?? [];
  const asked = asking(client_id);
  expect((await openConsent(portal.url, asked)).text).toContain('data-client="predefined"');
  const { code } = await allow(portal.url, asked);
  expect((await exchange(portal.url, asked, code)).status).toBe(401);
  expect((await exchange(portal.url, asked, code, { client_secret })).status).toBe(200);
  expect((await command('clients', 'list')).stdout).toContain(`${client_id}  predefined  Partner  ${REDIRECT}\n`);
  await command('clients', 'remove', client_id);
  expect((await openConsent(portal.url, asked)).status).toBe(401);
  expect(await command('clients', 'remove', client_id)).toMatchObject({ code: 1 });
});
