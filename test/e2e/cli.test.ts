import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { run as portal } from '../support/program.js';
import { MAIN, serve } from '../support/spawn.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { parseToolResult } from '../support/tool-result.js';

let folder: string;
let env: { PORTAL_DB: string };
beforeEach(() => {
  folder = temporaryFolder();
  env = { PORTAL_DB: join(folder, 'portal.db') };
});
afterEach(() => rmSync(folder, { recursive: true }));

const json = async (args: readonly string[]) => {
  const ran = await portal([...args, '--json'], env);
  expect(ran.stderr).toBe('');
  return JSON.parse(ran.stdout);
};

describe('help and wrong command lines', () => {
  test.each([
    [],
    ['serve'],
    ['stdio'],
    ['init'],
    ['orgs'],
    ['orgs', 'create'],
    ['keys'],
    ['keys', 'create'],
    ['keys', 'limit'],
    ['keys', 'list'],
    ['keys', 'revoke'],
    ['import'],
  ])('prints the help of %s', async (...command) => {
    const { code, stdout } = await portal([...command, '--help'], env);
    expect(code).toBe(0);
    expect(stdout).toContain('Usage: portal');
  });

  test.each([
    [['bogus'], {}, /unknown command/],
    [['serve', '--bogus'], {}, /unknown option/],
    [['serve', '--port', 'abc'], {}, /PORTAL_PORT \(--port\) must be a whole number/],
    [['init'], { PORTAL_RATE_LIMIT: 'yes' }, /PORTAL_RATE_LIMIT .* must be one of 0, 1/],
    [['serve'], { PORTAL_PUBLIC_URL: 'ftp://x' }, /PORTAL_PUBLIC_URL .* must be an http or https URL/],
  ] as const)('exits with 2 for %j with %j, and names the fault', async (args, more, text) => {
    const { code, stderr, stdout } = await portal(args, { ...env, ...more });
    expect(code).toBe(2);
    expect(stderr).toMatch(text);
    expect(stdout).toBe('');
  });

  test.each(['PORTAL_API_KEY', 'PORTAL_BUYER_ID'])(
    'rejects an empty %s instead of treating it as absent',
    async (name) => {
      const { code, stderr } = await portal(['init'], { ...env, [name]: '' });
      expect(code).toBe(2);
      expect(stderr).toContain(`${name} must be non-empty or unset`);
    },
  );

  test('warns of an unknown PORTAL_ name', async () => {
    const { code, stderr } = await portal(['init'], { ...env, PORTAL_PRT: '1' });
    expect(code).toBe(0);
    expect(stderr).toBe('warning: PORTAL_PRT is not a setting of the portal\n');
  });
});

describe('a missing database', () => {
  test.each([['serve'], ['stdio'], ['keys', 'list'], ['import', 'x.csv']])(
    'makes %s fail with a hint to run portal init, and is not created',
    async (...args) => {
      writeFileSync(join(folder, 'x.csv'), 'id,title,price,fulfillment_types\na,A,1,shipping\n');
      const given = args.map((arg) => (arg === 'x.csv' ? join(folder, arg) : arg));
      const { code, stderr } = await portal(given, { ...env, PORTAL_PORT: '0' });
      expect(code).toBe(1);
      expect(stderr).toContain('portal init');
      expect(existsSync(env.PORTAL_DB)).toBe(false);
    },
  );
});

describe('init', () => {
  test('creates the folders above its file, for their owner only', async () => {
    const PORTAL_DB = join(folder, 'one', 'two', 'portal.db');
    expect((await portal(['init'], { PORTAL_DB })).code).toBe(0);
    for (const made of ['one', 'one/two']) expect(statSync(join(folder, made)).mode & 0o777).toBe(0o700);
  });

  test('reports when no folder can be created', async ({ skip }) => {
    if (process.platform !== 'linux') skip('only Linux has /proc, where the attempt once never ended');
    const { code, stderr } = await portal(['init'], { PORTAL_DB: '/proc/portal/portal.db' });
    expect([code, stderr]).toEqual([1, "portal: ENOENT: no such file or directory, mkdir '/proc/portal'\n"]);
  });

  test('prints ids and keys with --demo --json, the same ones every time', async () => {
    const made = await json(['init', '--demo']);
    expect(Object.keys(made)).toEqual([
      'database',
      'organization_id',
      'shop_id',
      'deployment_id',
      'agent_id',
      'consumer_id',
      'deployment_key',
      'organization_key',
    ]);
    expect(made.database).toBe(env.PORTAL_DB);
    expect(await json(['init', '--demo'])).toEqual(made);
    expect(statSync(`${env.PORTAL_DB}.demo-keys.json`).mode & 0o077).toBe(0);
  });

  test('creates new keys for a new database with the same name', async () => {
    const made = await json(['init', '--demo']);
    for (const file of ['', '-wal', '-shm']) rmSync(`${env.PORTAL_DB}${file}`, { force: true });
    expect((await json(['init', '--demo'])).deployment_key).not.toBe(made.deployment_key);
    expect(statSync(env.PORTAL_DB).mode & 0o077).toBe(0);
  });

  test('does not add a demo beside existing tenants', async () => {
    await portal(['init'], env);
    await portal(['orgs', 'create', 'Acme'], env);
    const { code, stderr } = await portal(['init', '--demo'], env);
    expect(code).toBe(1);
    expect(stderr).toContain('already has other organizations');
  });
});

describe('organizations and keys', () => {
  test('creates an organization with a shop, and creates and revokes its keys', async () => {
    await portal(['init'], env);
    const ids = await json(['orgs', 'create', 'Acme', '--shop', 'Acme shop']);
    const key = await json([
      'keys',
      'create',
      '--deployment',
      ids.deployment_id,
      '--name',
      'agent',
      '--buyer-required',
    ]);
    expect(key.key).toMatch(/^dk_[0-9A-Za-z]{36}$/);
    expect(key.scopes).toEqual(['commerce', 'receipts:write']);
    const management = await json(['keys', 'create', '--organization', ids.organization_id, '--scopes', 'shops,keys']);
    expect(management.key).toMatch(/^ok_[0-9A-Za-z]{36}$/);
    const staff = await json(['keys', 'create', '--organization', ids.organization_id, '--role', 'warehouse']);
    expect(staff.scopes).toEqual(['orders:read', 'orders:fulfill']);
    await portal(['keys', 'revoke', staff.id], env);
    await portal(['keys', 'revoke', key.id], env);
    const listed = await json(['keys', 'list', '--organization', ids.organization_id]);
    expect(listed).toMatchObject([
      { id: key.id, status: 'revoked', buyer_required: true, name: 'agent', created_by: 'command line' },
      { id: management.id, status: 'live', scopes: ['shops', 'keys'], created_by: 'command line' },
      { id: staff.id, status: 'revoked' },
    ]);
    const shown = await portal(['keys', 'list', '--organization', ids.organization_id], env);
    expect(shown.stdout.split('\n')[1]).toMatch(
      /^key_\S+ {2}ok_….{4} {2}live {2}unnamed {2}shops,keys {2}created by command line$/,
    );
    expect(JSON.stringify(listed)).not.toContain(key.key);
  });

  test('limits what a key may spend, and shows its limits and what is left', async () => {
    const { deployment_id } = await json(['init', '--demo']);
    const limits = ['--per-order', '5000', '--per-30-days', '20000'];
    const { id } = await json(['keys', 'create', '--deployment', deployment_id, '--name', 'agent', ...limits]);
    const changed = await portal(['keys', 'limit', id, '--per-order', 'none', '--ask-above', '2500'], env);
    expect(changed.stdout).toBe(`${id}  per 30 days $200.00, ask above $25.00, $200.00 left\n`);
    const { stdout } = await portal(['keys', 'list'], env);
    expect(stdout).toContain('  per 30 days $200.00, ask above $25.00, $200.00 left  created by command line');
    const all: readonly { readonly id: string; readonly limits?: object }[] = await json(['keys', 'list']);
    expect(all.find((key) => key.id === id)?.limits).toEqual({
      ...{ per_30_days: 20_000, ask_above: 2_500, currency: 'USD', left_30_days: 20_000 },
    });
    const amounts = ['--per-30-days', 'none', '--ask-above', 'none'];
    const only = await portal(['keys', 'limit', id, ...amounts, '--categories', 'Books, Tea,Books'], env);
    expect(only.stdout).toBe(`${id}  only Books or Tea\n`);
    const removed = await portal(['keys', 'limit', id, '--categories', 'none'], env);
    expect(removed.stdout).toBe(`${id}  no limits\n`);
  });

  test.each([
    [['keys', 'create'], /either --deployment or --organization/],
    [['keys', 'create', '--deployment', 'dep_none'], /there is no deployment/],
    [['keys', 'create', '--organization', 'ORG', '--scopes', 'commerce'], /cannot have "commerce"/],
    [['keys', 'create', '--organization', 'ORG', '--scopes', 'everything'], /unknown scope/],
    [['keys', 'create', '--organization', 'ORG', '--expires', '2001-01-01'], /in the future/],
    [['keys', 'create', '--deployment', 'DEP', '--role', 'books'], /--role goes with --organization/],
    [['keys', 'create', '--organization', 'ORG', '--per-order', '5'], /limits go with --deployment/],
    [['keys', 'limit', 'key_none', '--per-order', '5'], /there is no key key_none/],
    [['keys', 'limit', 'key_none'], /at least one of --per-order/],
    [['keys', 'limit', 'key_none', '--per-order', '5.00'], /--per-order must be an amount in minor units, or none/],
    [['keys', 'limit', 'key_none', '--categories', ' , '], /--categories must be 1 to 30 names/],
    [['keys', 'revoke', 'key_none'], /there is no key key_none; `portal keys list` prints the ids\n$/],
    [['orgs', 'create', ' '], /1 to 120 characters/],
  ])('rejects %j', async (args, text) => {
    const { organization_id } = await json(['init', '--demo']);
    const ran = await portal(
      args.map((arg) => (arg === 'ORG' ? organization_id : arg)),
      env,
    );
    expect(ran.code).toBe(1);
    expect(ran.stderr).toMatch(text);
  });
});

test.each([
  [['--role', 'boss'], /Allowed choices are owner, orders, warehouse, books, catalogue, read-only/],
  [['--role', 'books', '--scopes', 'shops'], /cannot be used with/],
])('rejects a key with %j as wrong usage', async (options, text) => {
  const ran = await portal(['keys', 'create', '--organization', 'org_none', ...options], env);
  expect(ran).toMatchObject({ code: 2, stderr: expect.stringMatching(text) });
});

describe('the shop of a new organization', () => {
  test('is created with a file that contains only some of its settings', async () => {
    await portal(['init'], env);
    const file = join(folder, 'shop.json');
    writeFileSync(file, '{ "payment_handlers": ["invoice"], "currency": "EUR" }');
    const ids = await json(['orgs', 'create', 'Acme', '--shop', 'Acme', '--settings', file]);
    expect(ids.shop_id).toMatch(/^shop_/);
  });

  test.each([
    ['{ "payment_handlers": ["sandbox_card"] }', /payment_handlers/],
    ['{ "links": [{ "type": "terms", "url": "javascript:alert(1)" }] }', /links\[0\]\.url/],
    ['{ "time_zone": "Nowhere/Land" }', /time_zone: must be an IANA time zone/],
    ['{ "language": "!!" }', /language/],
    ['{ "currency": "ZZZ" }', /currency/],
    ['{ "colour": "red" }', /colour/],
    ['[]', /the file: must be an object/],
  ])('is rejected with the settings %s', async (text, reason) => {
    await portal(['init'], env);
    const file = join(folder, 'shop.json');
    writeFileSync(file, text);
    const { code, stderr } = await portal(['orgs', 'create', 'Acme', '--shop', 'Acme', '--settings', file], env);
    expect(code).toBe(1);
    expect(stderr).toMatch(reason);
  });
});

describe('import', () => {
  const HEADER =
    'id,title,description,price,image_url,fulfillment_types,stock,weight_grams,tax_category,age_restricted,property_specs,status';
  const write = (name: string, text: string) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  };

  test('imports nothing if a row is invalid, except with --partial, and reports each such row', async () => {
    await portal(['init', '--demo'], env);
    const specs = JSON.stringify([{ name: 'Size', values: [{ value: 'S', price_delta: -20 }] }]).replaceAll('"', '""');
    const file = write(
      'items.csv',
      `${HEADER}\ngood,Good,,100,,shipping,,,,,,\nbad price,Bad,,x,,shipping,,,,,,\ncheap,Cheap,,10,,shipping,,,,,"${specs}",\nmix,Mix,,1,,digital|shipping,,,,,,\ngood,Twice,,1,,shipping,,,,,,\n`,
    );
    const { code, stdout, stderr } = await portal(['import', file], env);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^0 items imported: 0 new, 0 changed, 0 as they were\n/);
    expect(stderr).toMatch(/row 2 \(bad price\): (id|price)/);
    expect(stderr).toMatch(/row 3 \(cheap\): property_specs: would make the price negative/);
    expect(stderr).toMatch(/row 4 \(mix\): fulfillment_types: digital cannot be combined/);
    expect(stderr).toMatch(/row 5 \(good\): id: appears twice/);
    expect(stderr).toContain('4 of 5 rows refused');
    const partial = await portal(['import', file, '--partial', '--json'], env);
    expect(JSON.parse(partial.stdout)).toMatchObject({
      imported: 1,
      problems: [{ row: 2 }, { row: 3 }, { row: 4 }, { row: 5 }],
    });
  });

  test('reports a row with a missing cell, and rejects a file with a duplicate column or invalid UTF-8', async () => {
    await portal(['init', '--demo'], env);
    const short = await portal(
      ['import', write('short.csv', 'id,title,price,fulfillment_types\na,A,1,shipping\nb,B\n'), '--partial'],
      env,
    );
    expect(short.stdout).toMatch(/^1 item imported: 1 new/);
    expect(short.stderr).toMatch(/row 2 \(b\)/);
    const doubled = await portal(
      ['import', write('doubled.csv', 'id,title,price,price,fulfillment_types\na,A,1,2,shipping\n')],
      env,
    );
    expect([doubled.code, doubled.stderr]).toEqual([1, expect.stringContaining('the column "price" appears twice')]);
    writeFileSync(
      join(folder, 'latin1.csv'),
      Buffer.from('id,title,price,fulfillment_types\na,T\xe9,1,shipping\n', 'latin1'),
    );
    expect((await portal(['import', join(folder, 'latin1.csv')], env)).code).toBe(1);
  });

  test('accepts JSON, and replaces an item by its id', async () => {
    const demo = await json(['init', '--demo']);
    const file = write(
      'items.json',
      JSON.stringify([{ id: 'enamel-mug', title: 'New mug', price: 5, fulfillment_types: ['pickup'], stock: 3 }]),
    );
    expect((await portal(['import', file, '--stock', 'set'], env)).stdout).toMatch(
      /^1 item imported: 0 new, 1 changed/,
    );
    const served = await serve(env.PORTAL_DB);
    const answer = await fetch(`${served.url}/api/commerce/items/enamel-mug`, {
      headers: { 'x-api-key': demo.deployment_key },
    });
    expect(await answer.json()).toMatchObject({
      data: { title: 'New mug', price: 5, availability: { status: 'in_stock', quantity: 3 } },
    });
    expect(await served.stop('SIGTERM')).toBe(0);
  });

  test.each([
    ['items.csv', 'a,"b\n'],
    ['items.json', '{}'],
    ['items.json', 'x'],
  ])('rejects a file with invalid content: %s %j', async (name, text) => {
    await portal(['init', '--demo'], env);
    const { code, stderr } = await portal(['import', write(name, text)], env);
    expect(code).toBe(1);
    expect(stderr).toMatch(/is not a/);
  });
});

describe('stdio', () => {
  test('works with mcp.config.json from the root of the repository', async () => {
    const config = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'mcp.config.json'), 'utf8'));
    const { command, args } = config.mcpServers.commerce;
    const transport = new StdioClientTransport({
      command,
      args,
      cwd: PACKAGE_ROOT,
      env: { PATH: process.env.PATH ?? '', ...env },
    });
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(transport);
    const cart = parseToolResult(await client.callTool({ name: 'get_cart', arguments: {} }));
    await client.close();
    expect(cart).toMatchObject({ data: { status: 'incomplete' } });
  });

  test('exits with a message for a wrong key, an unknown deployment, and several deployments', async () => {
    await portal(['init'], env);
    expect((await portal(['stdio'], env)).stderr).toContain('no deployment');
    await portal(['orgs', 'create', 'A', '--shop', 'A'], env);
    await portal(['orgs', 'create', 'B', '--shop', 'B'], env);
    expect((await portal(['stdio'], env)).stderr).toContain('several deployments');
    expect((await portal(['stdio'], { ...env, PORTAL_DEPLOYMENT: 'dep_x' })).stderr).toContain(
      'does not name a deployment',
    );
    expect((await portal(['stdio'], { ...env, PORTAL_API_KEY: 'dk_wrong' })).stderr).toContain('not valid');
  });

  test('prints only protocol messages on stdout, and ends when its client closes stdin', async () => {
    const child = spawn(process.execPath, [MAIN, 'stdio', '--demo'], {
      env: { ...env, PORTAL_LOG_LEVEL: 'debug' },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (text.includes('"id":2')) child.stdin.end();
    });
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } };
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
    child.stdin.write(
      `${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'search_catalog', arguments: {} } })}\n`,
    );
    const code = await new Promise((resolve) => child.once('exit', resolve));
    expect(code).toBe(0);
    const lines = text.trim().split('\n');
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  });
});
