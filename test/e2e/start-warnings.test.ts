import { chmodSync, copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  warnOfLogName,
  warnOfReachableDemo,
  warnOfReadableSecrets,
  warnOfTestAccounts,
} from '../../src/cli/start-warnings.js';
import { makeLog } from '../../src/log.js';
import { makeHandlers } from '../../src/payments/handlers/index.js';
import { initDemo } from '../support/init-demo.js';
import { run } from '../support/program.js';
import { portal } from '../support/spawn.js';
import { temporaryFolder } from '../support/temporary-folder.js';

let folder: string;
let database: string;
beforeEach(() => {
  folder = temporaryFolder();
  database = join(folder, 'portal.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const init = () => run(['init'], { PORTAL_DB: database });

function warnings(warn: (log: ReturnType<typeof makeLog>) => void): Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = [];
  warn(makeLog('info', (line) => void lines.push(JSON.parse(line))));
  return lines.map(({ time: _time, ...line }) => line);
}

const readable = (logKey?: string) => warnings((log) => warnOfReadableSecrets({ files: database, logKey }, log));
const reachable = (host: string) => warnings((log) => warnOfReachableDemo({ files: database, host }, log));

describe('files with secrets', () => {
  it('are created readable only by their owner', async () => {
    await initDemo(database);
    expect(readable()).toEqual([]);
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
    expect(readable()).toEqual(files.map((file) => line(file, '0644')));
    chmodSync(other, 0o620);
    for (const file of files) chmodSync(file, 0o600);
    expect(readable(other)).toEqual([line(other, '0620')]);
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
      expect(reachable(host)).toEqual([
        { level: 'warn', event: 'demo_reachable', host, fix: 'listen on 127.0.0.1, or revoke the demo keys' },
      ]);
    for (const host of ['127.0.0.1', '127.1.2.3', '::1', 'localhost']) expect(reachable(host)).toEqual([]);
  });

  it('causes no warning if it does not exist', async () => {
    await init();
    expect(reachable('0.0.0.0')).toEqual([]);
  });
});

describe('the name of public logs', () => {
  const named = (name: string, publicLogs = true) => warnings((log) => warnOfLogName(name, { publicLogs }, log));

  it.each(['portal.example', 'portal.example/logs', 'localhost:3000/logs', 'a.b-c.example/x/y.z'])(
    'can be %s, a URL without its scheme',
    (name) => {
      expect(named(name)).toEqual([]);
    },
  );

  it.each(['portal-1a2b3c4d', 'logs', 'my/logs', 'https://portal.example/logs'])(
    'causes a warning if it is %s, which is not a URL without its scheme',
    (name) => {
      expect(named(name)).toMatchObject([{ level: 'warn', event: 'log_name_is_no_url', name }]);
      expect(named(name, false)).toEqual([]);
    },
  );
});

describe('an account of the operator', () => {
  it.each([
    ['sk_test_1', 'pk_test_1', 1],
    ['sk_live_1', 'pk_live_1', 0],
  ])('causes a warning if it has test keys (%s)', (secret, publishable, count) => {
    const handlers = makeHandlers({
      handlerSettings: { PORTAL_STRIPE_SECRET_KEY: secret, PORTAL_STRIPE_PUBLISHABLE_KEY: publishable },
    });
    const found = warnings((log) => warnOfTestAccounts(handlers, log));
    expect(found.map(({ event, handler }) => [event, handler])).toEqual(
      Array.from({ length: count }, () => ['test_payment_account', 'stripe']),
    );
  });
});
