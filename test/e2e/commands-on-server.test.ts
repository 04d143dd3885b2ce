import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postfixReport } from '../mail/bounce-reports.js';
import { newPostgres } from '../support/postgres.js';
import { run } from '../support/program.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** Commands that work only on a database file, with their arguments and the PostgreSQL tool that their error names. */
const REFUSED: Readonly<Record<string, readonly [args: readonly string[], tool: string]>> = {
  backup: [['sets'], 'pg_dump'],
  restore: [['.'], 'pg_restore'],
  compact: [[], 'VACUUM'],
  'migrate --dry-run': [[], 'pg_dump'],
};

let folder: string;
let url: string;
let env: Readonly<Record<string, string>>;
let made: Readonly<Record<string, string>>;
beforeAll(async () => {
  folder = temporaryFolder();
  url = await newPostgres();
  env = { PORTAL_DB: url, XDG_DATA_HOME: folder, PORTAL_SMTP_URL: `file:${join(folder, 'mail')}` };
  made = JSON.parse((await run(['init', '--demo', '--json'], env)).stdout);
  writeFileSync(join(folder, 'items.csv'), 'id,title,price,fulfillment_types\nkettle,Kettle,1000,pickup\n');
  writeFileSync(join(folder, 'a.png'), Buffer.from('89504e470d0a1a0a', 'hex'));
  const { stdout } = await run(['shop', 'get'], env);
  writeFileSync(join(folder, 'shop.json'), stdout);
  writeFileSync(join(folder, 'discounts.json'), '[]');
  writeFileSync(join(folder, 'account.json'), '{}');
  const draft = { line_items: [{ item: { id: 'enamel-mug' }, quantity: 1 }], buyer: { email: 'ada@example.com' } };
  writeFileSync(join(folder, 'draft.json'), JSON.stringify(draft));
  writeFileSync(join(folder, 'address.json'), '{"address_country": "US"}');
  writeFileSync(join(folder, 'report.eml'), postfixReport({ id: '<none@example.com>', to: 'ada@example.com' }));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Arguments of webhook commands after the id. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = { set: ['--status', 'paused'], resend: ['--dead'] };

/** Commands that change an order, with their required options. */
const ORDER_CHANGES: Readonly<Record<string, readonly string[]>> = {
  hold: ['--reason', 'custom'],
  release: [],
  ship: [],
  cancel: ['--reason', 'custom'],
  refund: ['--amount', '1'],
  return: [],
  paid: [],
  edit: ['--line', 'mug=1'],
  note: ['Ring twice.'],
};

const ofOrganization = () => ['--organization', made.organization_id ?? ''];

/** The other commands, with arguments. A command that reports an unknown object has reached the database. */
const WORKS: Readonly<Record<string, () => readonly string[]>> = {
  init: () => [],
  migrate: () => [],
  check: () => [],
  'orgs create': () => ['Acme', '--shop', 'Acme'],
  'orgs set': () => [made.organization_id ?? '', '--public-log', '1'],
  'orgs list': () => [],
  'orgs show': () => [made.organization_id ?? ''],
  'keys create': () => ['--deployment', made.deployment_id ?? ''],
  'keys list': () => ['--organization', made.organization_id ?? ''],
  'keys revoke': () => ['key_none'],
  'staff add': () => ['grace@merchant.example', '--role', 'orders', ...ofOrganization()],
  'staff list': () => ofOrganization(),
  'staff role': () => ['grace@merchant.example', '--role', 'books', ...ofOrganization()],
  'staff invite': () => ['grace@merchant.example', ...ofOrganization()],
  'staff notices': () => ['grace@merchant.example', '--kinds', 'none', ...ofOrganization()],
  'staff remove': () => ['grace@merchant.example', ...ofOrganization()],
  'grants list': () => ofOrganization(),
  'grants end': () => ['grt_none'],
  'clients add': () => ['--name', 'Partner', '--redirect-uri', 'https://partner.example/done'],
  'clients list': () => [],
  'clients remove': () => ['cli_none'],
  'keys limit': () => ['key_none', '--per-order', '5000'],
  'shop get': () => ['--shop', made.shop_id ?? ''],
  'shop put': () => [join(folder, 'shop.json'), '--shop', made.shop_id ?? ''],
  'shop renew-links': () => ['--shop', made.shop_id ?? ''],
  'shops list': () => [],
  'discounts list': () => ['--shop', made.shop_id ?? ''],
  'discounts put': () => [join(folder, 'discounts.json'), '--shop', made.shop_id ?? ''],
  'discounts delete': () => ['NONE', '--shop', made.shop_id ?? ''],
  'payments show': () => ['stripe', '--shop', made.shop_id ?? ''],
  'payments set': () => ['stripe', join(folder, 'account.json'), '--shop', made.shop_id ?? ''],
  'payments test': () => ['stripe', '--shop', made.shop_id ?? ''],
  'payments remove': () => ['stripe', '--shop', made.shop_id ?? ''],
  'orders show': () => ['ord_none'],
  'orders list': () => ['--shop', made.shop_id ?? ''],
  'orders search': () => ['ada', '--shop', made.shop_id ?? ''],
  'orders export': () => ['--shop', made.shop_id ?? ''],
  'orders link': () => ['ord_none'],
  'orders draft': () => [join(folder, 'draft.json'), '--shop', made.shop_id ?? ''],
  'orders drafts': () => ['--shop', made.shop_id ?? ''],
  'orders cancel-draft': () => ['chk_none', '--shop', made.shop_id ?? ''],
  'orders address': () => ['ord_none', join(folder, 'address.json')],
  'orders tracking': () => ['ord_none', '--tracking-number', 'GP 78'],
  'orders requests': () => ['--shop', made.shop_id ?? ''],
  'orders answer': () => ['ord_none', 'req_none', '--accept'],
  ...Object.fromEntries(
    Object.entries(ORDER_CHANGES).map(([name, options]) => [`orders ${name}`, () => ['ord_none', ...options]]),
  ),
  summary: () => ['--shop', made.shop_id ?? ''],
  'mail list': () => ['ord_none'],
  'mail preview': () => ['ord_none'],
  'mail resend': () => ['ord_none', '--dead'],
  'mail bounce': () => [join(folder, 'report.eml')],
  'mail test': () => ['--to', 'ada@example.com', '--shop', made.shop_id ?? ''],
  'privacy export': () => ['ada@example.com', '--organization', made.organization_id ?? ''],
  'privacy erase': () => ['ada@example.com', '--organization', made.organization_id ?? ''],
  'audit export': () => ['--organization', made.organization_id ?? ''],
  'receipt context': () => ['ord_none'],
  'log verify': () => [],
  'log checkpoint': () => ['--organization', made.organization_id ?? ''],
  'log statement': () => ['NONE', '--format', 'scitt', '--out', join(folder, 'statement')],
  'log adopt': () => ['--organization', made.organization_id ?? ''],
  'log rotate': () => [],
  'log witness list': () => [],
  'items list': () => ['--shop', made.shop_id ?? ''],
  'items show': () => ['enamel-mug', '--shop', made.shop_id ?? ''],
  'items set': () => ['enamel-mug', 'price=2000', '--shop', made.shop_id ?? ''],
  'items stock': () => ['copper-saucepan', '--shop', made.shop_id ?? ''],
  import: () => [join(folder, 'items.csv'), '--shop', made.shop_id ?? ''],
  'ucp set': () => [made.deployment_id ?? '', '--enabled', '1'],
  'ucp list': () => [],
  'ucp keys': () => [made.deployment_id ?? ''],
  'webhooks add': () => ['https://example.com/events', '--organization', made.organization_id ?? ''],
  'webhooks list': () => ['--organization', made.organization_id ?? ''],
  ...Object.fromEntries(
    ['show', 'set', 'remove', 'rotate', 'ping', 'deliveries', 'resend'].map((name) => [
      `webhooks ${name}`,
      () => ['whk_none', ...(ARGUMENTS[name] ?? [])],
    ]),
  ),
  'media add': () => [join(folder, 'a.png'), '--shop', made.shop_id ?? ''],
};
/** Errors about the arguments above, in the portal's words. */
const OF_ARGUMENTS =
  /ord_none|no draft order|key_none|grt_none|cli_none|whk_none|NONE|nothing to adopt|PORTAL_WITNESS_POLICY|secret_key: is required|has no account for/;
/** Commands that run until they are stopped; other tests run them on PostgreSQL. */
const SERVING = ['serve', 'stdio'];

/** Lists every command that uses a database, by name. */
async function commandsOnDatabases(path: readonly string[] = []): Promise<string[]> {
  const { stdout } = await run([...path, '--help'], env);
  const [, below = ''] = stdout.split('\nCommands:\n');
  const names = [...below.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name = '']) => name).filter((name) => name !== 'help');
  if (names.length === 0) return stdout.includes('[PORTAL_DB]') ? [path.join(' ')] : [];
  return (await Promise.all(names.map((name) => commandsOnDatabases([...path, name])))).flat();
}

test('covers every command that uses a database in one of the tables above', async () => {
  const refused = Object.keys(REFUSED).filter((name) => !name.includes('--'));
  expect((await commandsOnDatabases()).sort()).toEqual([...refused, ...Object.keys(WORKS), ...SERVING].sort());
});

test.each(Object.entries(REFUSED))(
  "rejects a PostgreSQL URL for portal %s, and names PostgreSQL's own tool",
  async (name, [args, tool]) => {
    const { code, stdout, stderr } = await run([...name.split(' '), ...args], env);
    expect([code === 0, stdout]).toEqual([false, '']);
    expect(stderr).toContain(tool);
    expect(stderr).toContain('docs/scaling.md');
    expect(stderr).not.toContain(new URL(url).password);
    expect(existsSync('sets')).toBe(false);
  },
);

test.each(Object.keys(WORKS))('accepts a PostgreSQL URL for portal %s', async (name) => {
  const { code, stderr } = await run([...name.split(' '), ...(WORKS[name]?.() ?? [])], env);
  expect(stderr).not.toContain('works on a database file');
  // An error must not be about the database.
  if (code !== 0) expect(stderr).toMatch(OF_ARGUMENTS);
});
