import { chmodSync, copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  warnOfLogName,
  warnOfReachableDemo,
  warnOfReadableSecrets,
  warnOfTestAccounts,
} from '../../src/cli/start-warnings.js';
import { type Log, makeLog } from '../../src/log.js';
import { makeHandlers } from '../../src/payments/handlers/index.js';
import type { Put } from '../../src/ports.js';
import { accountRow, put, SHOP, seed, write } from '../store/sample-rows.js';
import { initDemo } from '../support/init-demo.js';
import { run } from '../support/program.js';
import { portal } from '../support/spawn.js';
import { newStore } from '../support/store.js';
import { temporaryFolder } from '../support/temporary-folder.js';

let folder: string;
let database: string;
beforeEach(() => {
  folder = temporaryFolder();
  database = join(folder, 'portal.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const init = () => run(['init'], { PORTAL_DB: database });

async function warnings(warn: (log: Log) => void | Promise<void>): Promise<Record<string, unknown>[]> {
  const lines: Record<string, unknown>[] = [];
  await warn(makeLog('info', (line) => void lines.push(JSON.parse(line))));
  return lines.map(({ time: _time, ...line }) => line);
}

const readable = (logKey?: string) => warnings((log) => warnOfReadableSecrets({ files: database, logKey }, log));
const reachable = (host: string) => warnings((log) => warnOfReachableDemo({ files: database, host }, log));

describe('files with secrets', () => {
  it('are created readable only by their owner', async () => {
    await initDemo(database);
    expect(await readable()).toEqual([]);
  });

  it('are named in a warning if others can read or write them', async () => {
    await initDemo(database);
    const other = join(folder, 'other-key');
    copyFileSync(`${database}.log-key`, other);
    const files = [database, `${database}.log-key`, `${database}.demo-keys.json`];
    for (const file of files) chmodSync(file, 0o644);
    const line = (file: string, mode: string) => ({
      level: 'warn',
      event: 'secrets_readable',
      file,
      mode,
      fix: `chmod 600 ${file}`,
    });
    expect(await readable()).toEqual(files.map((file) => line(file, '0644')));
    chmodSync(other, 0o620);
    for (const file of files) chmodSync(file, 0o600);
    expect(await readable(other)).toEqual([line(other, '0620')]);
  });

  it('cause a warning when a process starts', async () => {
    await init();
    await run(['orgs', 'create', 'Acme', '--shop', 'Acme'], { PORTAL_DB: database });
    chmodSync(database, 0o640);
    const { stderr } = await portal(['stdio'], { PORTAL_DB: database });
    expect(stderr).toContain('"event":"secrets_readable"');
  });
});

describe('the demo', () => {
  it('causes a warning if other machines can reach it', async () => {
    await initDemo(database);
    for (const host of ['0.0.0.0', '::', '192.0.2.1', 'shop.example'])
      expect(await reachable(host)).toEqual([
        { level: 'warn', event: 'demo_reachable', host, fix: 'listen on 127.0.0.1, or revoke the demo keys' },
      ]);
    for (const host of ['127.0.0.1', '127.1.2.3', '::1', 'localhost']) expect(await reachable(host)).toEqual([]);
  });

  it('causes no warning if it does not exist', async () => {
    await init();
    expect(await reachable('0.0.0.0')).toEqual([]);
  });
});

describe('the name of public logs', () => {
  const named = (name: string, publicLogs = true) => warnings((log) => warnOfLogName(name, { publicLogs }, log));

  it.each(['portal.example', 'portal.example/logs', 'localhost:3000/logs', 'a.b-c.example/x/y.z'])(
    'can be %s, a URL without its scheme',
    async (name) => {
      expect(await named(name)).toEqual([]);
    },
  );

  it.each(['portal-1a2b3c4d', 'logs', 'my/logs', 'https://portal.example/logs'])(
    'causes a warning if it is %s, which is not a URL without its scheme',
    async (name) => {
      expect(await named(name)).toMatchObject([{ level: 'warn', event: 'log_name_is_no_url', name }]);
      expect(await named(name, false)).toEqual([]);
    },
  );
});

describe('an account with test keys', () => {
  /** The warnings about accounts: the handler and, unless it is the operator's, the shop of each. */
  async function accountWarnings(settings: Readonly<Record<string, string>>, ...rows: readonly Put[]) {
    const store = await newStore(database);
    try {
      await seed(store);
      await write(store, ...rows);
      const found = await warnings((log) =>
        warnOfTestAccounts(makeHandlers({ handlerSettings: settings }), store, log),
      );
      return found.map(({ event, handler, shop }) => [event, handler, shop]);
    } finally {
      await store.close();
    }
  }

  it.each([
    ['sk_test_1', 'pk_test_1', [['test_payment_account', 'stripe', undefined]]],
    ['sk_live_1', 'pk_live_1', []],
  ])('causes a warning if it is of the operator (%s)', async (secret, publishable, found) => {
    const keys = { PORTAL_STRIPE_SECRET_KEY: secret, PORTAL_STRIPE_PUBLISHABLE_KEY: publishable };
    expect(await accountWarnings(keys)).toEqual(found);
  });

  it('causes a warning if it is of a shop that is no demo', async () => {
    const found = await accountWarnings(
      {},
      put('shop', { ...SHOP, id: 'shop_demo', demo: true }),
      put('payment_account', accountRow('stripe')),
      put('payment_account', accountRow('live_pay', { test: false })),
      put('payment_account', accountRow('stripe', { shop_id: 'shop_demo' })),
    );
    expect(found).toEqual([['test_payment_account', 'stripe', SHOP.id]]);
  });
});
