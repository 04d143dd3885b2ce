import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Log } from '../../src/store/log/log.js';
import { LogKey } from '../../src/store/log/log-key.js';
import { logKeyFile } from '../../src/store/log/log-key-file.js';
import { LogWatch } from '../../src/store/log/log-watch.js';
import { openReadOnly } from '../../src/store/sqlite/file/read-only-file.js';
import { auditedFile } from '../../src/store/sqlite/log/audited-file.js';
import { sequence } from '../e2e/order-tampering/scene.js';
import { stillClock } from '../support/still-clock.js';
import { addGrant } from '../support/tenants.js';
import { changeRows } from './change-rows.js';
import { type LogScene, logScene } from './log-scene.js';

/** Parts of the audit of a serving portal: what was added, and the rest in turns. own-audit.test.ts has its effects. */

const clock = stillClock();

function vkeyIn(database: string): string {
  const file = new Sqlite(database, { readonly: true });
  const vkey = String(file.prepare('SELECT vkey FROM log_identity').pluck().get());
  file.close();
  return vkey;
}

let scene: LogScene;
let watch: LogWatch;
const watchOf = (rolling: number) => {
  const key = new LogKey(vkeyIn(scene.portal.database), logKeyFile(scene.portal.database));
  return new LogWatch(auditedFile(openReadOnly(scene.portal.database)), new Log(key), { rolling, interval: 0 });
};
beforeAll(async () => {
  scene = await logScene({ clock });
  await scene.grow(40);
  watch = watchOf(0);
});
afterAll(async () => {
  watch.close();
  await scene.portal.close();
});

const fault = (by = watch) => by.findFault(scene.organizationId);
const set = (job: number, metadata: string) =>
  changeRows(scene.portal, `UPDATE receipt SET metadata = ${metadata} WHERE job_id = 'grown-${job}'`);

it('finds a change of a new leaf, and leaves that of an older one to the rolling audit', async () => {
  expect(await fault()).toBeUndefined();
  await scene.grow(70);
  expect(await fault()).toBeUndefined();
  await set(39, `'{}'`);
  expect(await fault()).toBeUndefined();
  const rolling = watchOf(64);
  expect(await fault(rolling)).toMatch(/^receipt \d+ .* was replaced after it was accepted$/);
  rolling.close();
  await set(39, 'NULL');
  await scene.grow(1);
  await set(111, `'{}'`);
  expect(await fault()).toMatch(/^receipt \d+ .* was replaced after it was accepted$/);
  await set(111, 'NULL');
});

it('finds a changed limit of a new grant, and leaves that of an older one to the rolling audit', async () => {
  const { portal } = scene;
  const grant = await addGrant(portal, portal.demo.deployment_id);
  const limit = (amount: number) =>
    changeRows(
      portal,
      `UPDATE api_key SET body = json_set(body, '$.limits.per_order', ${amount}) WHERE key = '${grant}'`,
    );
  const says = `grant ${grant} is not as the log says: limits was changed`;
  await limit(900_000);
  await sequence(portal);
  expect(await fault()).toBe(says);
  await limit(10_000);
  expect(await fault()).toBeUndefined();
  await limit(900_000);
  expect(await fault()).toBeUndefined();
  const rolling = watchOf(1_000);
  expect(await fault(rolling)).toBe(says);
  rolling.close();
  await limit(10_000);
});

it('goes through the whole log in parts, then through its keys, and begins again', async () => {
  const rolling = watchOf(32);
  for (let part = 0; part < 8; part += 1) expect(await fault(rolling)).toBeUndefined();
  const { id } = scene.signer;
  await changeRows(
    scene.portal,
    `UPDATE signing_key SET body = json_set(body, '$.jwk_thumbprint', 'x') WHERE key = '${id}'`,
  );
  const found: (string | undefined)[] = [];
  for (let part = 0; part < 8; part += 1) found.push(await fault(rolling));
  expect(found.filter((one) => one !== undefined)[0]).toContain('its jwk_thumbprint was changed');
  rolling.close();
});
