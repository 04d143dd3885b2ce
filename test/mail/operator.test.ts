import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { defaultParts, makePortalApp } from '../../src/app.js';
import { newestSetTime } from '../../src/backup/set-folder.js';
import { readConfig } from '../../src/config.js';
import { makeLog } from '../../src/log.js';
import { operatorNotifier } from '../../src/mail/operator-notices.js';
import { OperatorWatch } from '../../src/maintenance/operator-watch.js';
import { NOON, stillClock } from '../support/still-clock.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { scripted } from './scripted-transport.js';

/** Tests the mail to the operator about an overdue backup or witness. */

const HOUR = 60 * 60 * 1000;
const OPERATOR = 'ops@shop.com';

/** A folder with a complete set that was begun at noon, and a later one that was not completed. */
function backups(): string {
  const folder = temporaryFolder();
  const name = (time: number) => new Date(time).toISOString().replaceAll(':', '-');
  for (const time of [NOON - HOUR, NOON, NOON + HOUR]) mkdirSync(join(folder, name(time)));
  for (const time of [NOON - HOUR, NOON]) writeFileSync(join(folder, name(time), 'manifest.json'), '{}');
  return folder;
}

const noRows = {
  read: () => Promise.reject(new Error('no rows')),
  due: () => Promise.reject(new Error('no rows')),
};

test('reports a backup that is too old or missing', async () => {
  const clock = stillClock();
  const folder = backups();
  const watched = (where: string) =>
    new OperatorWatch({
      store: noRows,
      clock,
      hasWitnesses: false,
      backups: { folder: where, hours: 26, newest: () => newestSetTime(where) },
    });
  const watch = watched(folder);
  clock.advance(26 * HOUR);
  expect(await watch.problems()).toEqual([]);
  clock.advance(1);
  expect(await watch.problems()).toEqual([{ kind: 'backup_overdue', folder, since: NOON }]);
  const absent = join(folder, 'absent');
  expect(await watched(absent).problems()).toEqual([{ kind: 'backup_overdue', folder: absent, since: undefined }]);
});

test('reports witnesses that have cosigned nothing of a log for an hour', async () => {
  const clock = stillClock();
  let waiting = ['org_1', 'org_2'];
  const sizes = new Map([
    ['org_1', 3],
    ['org_2', 8],
  ]);
  const rows = {
    logHead: () => ({ epoch: 0 }),
    get: (_table: string, key: string) => ({ witnessed_size: sizes.get(key.slice(0, 5)) }),
  };
  const store = { due: async () => waiting, read: async (look: (from: never) => unknown) => look(rows as never) };
  const watch = new OperatorWatch({ store: store as never, clock, hasWitnesses: true, backups: undefined });
  expect(await watch.problems()).toEqual([]);
  clock.advance(HOUR);
  sizes.set('org_2', 9);
  expect(await watch.problems()).toEqual([{ kind: 'witness_overdue', logs: 1 }]);
  waiting = ['org_2'];
  expect(await watch.problems()).toEqual([]);
});

test('sends one mail a day for each problem, with the same Message-ID from each process', async () => {
  const mail = scripted({ outcome: 'server_refused', status: 535 }, { outcome: 'acknowledged', status: 250 });
  const clock = stillClock();
  const logged: string[] = [];
  const notifier = () =>
    operatorNotifier({
      ...{
        transport: mail,
        to: OPERATOR,
        from: undefined,
        publicUrl: () => 'https://shop.com',
        now: () => clock.now(),
      },
      ...{ log: { error: (event: string) => void logged.push(event) } as never, stop: new AbortController().signal },
    });
  const [one, two] = [notifier(), notifier()];
  const problem = { kind: 'backup_overdue', folder: '/backups', since: NOON } as const;
  await one([problem]);
  expect(logged).toEqual(['operator_mail']);
  await one([problem]);
  await one([problem]);
  await two([problem]);
  expect(mail.sent.map(({ id, to }) => [id, to])).toEqual(
    Array(3).fill(['backup_overdue.2026-11-20@shop.com', OPERATOR]),
  );
  clock.advance(24 * HOUR);
  await one([problem, { kind: 'witness_overdue', logs: 2 }]);
  expect(mail.sent.slice(3).map(({ id }) => id)).toEqual([
    'backup_overdue.2026-11-21@shop.com',
    'witness_overdue.2026-11-21@shop.com',
  ]);
  expect(String(mail.sent[0]?.bytes)).toContain('portal backup /backups');
});

test('tries a mail whose address was rejected again on the next day', async () => {
  const mail = scripted({ outcome: 'address_refused', status: 550 });
  const clock = stillClock();
  const notify = operatorNotifier({
    ...{ transport: mail, to: OPERATOR, from: undefined, publicUrl: () => 'https://shop.com', now: () => clock.now() },
    ...{ log: { error: () => undefined } as never, stop: new AbortController().signal },
  });
  const problem = { kind: 'backup_overdue', folder: '/backups', since: NOON } as const;
  await notify([problem]);
  await notify([problem]);
  expect(mail.sent.length).toBe(1);
  clock.advance(24 * HOUR);
  await notify([problem]);
  expect(mail.sent.length).toBe(2);
});

test('watches from the start of a process whose operator has an address', async () => {
  const mail = scripted({ outcome: 'acknowledged', status: 250 });
  const folder = temporaryFolder();
  const config = readConfig(
    {
      PORTAL_DB: join(folder, 'portal.db'),
      PORTAL_SMTP_URL: `file:${folder}`,
      PORTAL_OPERATOR_MAIL: OPERATOR,
      PORTAL_BACKUP_FOLDER: join(folder, 'backups'),
    },
    {},
  );
  const options = { publicUrl: () => 'https://shop.com', create: true };
  const app = await makePortalApp(config, options, makeLog('error'), { ...(await defaultParts(config)), mail });
  onTestFinished(() => app.close());
  await expect.poll(() => mail.sent.map(({ to }) => to)).toEqual([OPERATOR]);
});
