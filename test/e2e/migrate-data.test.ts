import { existsSync } from 'node:fs';
import { join } from 'node:path';
import DatabaseConstructor from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { shopper } from '../actors/shopper.js';
import { run } from '../support/program.js';
import { volume } from '../support/volume.js';
import { oldOrders } from './many-orders.js';
import { addOrders, live, MoveScene, movedRows, stillHolds } from './migrate-data/scene.js';

const ORDERS = volume(60, 5_000);
const RECEIPTS = volume(60, 500);

let scene: MoveScene;
beforeEach(async () => {
  scene = await MoveScene.open();
});
afterEach(() => scene.close());

test('moves the file of a running portal to PostgreSQL and back, and keeps all rows, keys and links', async () => {
  const portal = await scene.serve();
  const life = await live(portal, RECEIPTS);
  await addOrders(scene.file, life.order.id, oldOrders().slice(0, ORDERS));
  let isServing = true;
  const writing = (async () => {
    for (let count = 0; isServing; count += 1) {
      const { status } = await shopper(portal, { buyer: `busy ${count}` }).send('get_cart', {});
      isServing &&= status !== 503;
    }
  })();
  const there = await scene.move('--json');
  isServing = false;
  await writing;
  expect([there.code, there.stderr.split('\n').at(-2)]).toEqual([0, 'comparing both databases']);
  const { tables, logs } = JSON.parse(there.stdout);
  expect(tables.find(({ table }: { table: string }) => table === 'order').rows[0]).toBeGreaterThanOrEqual(ORDERS);
  expect(Object.keys(logs)).toHaveLength(1);
  await expect.poll(() => portal.app.moved.aborted).toBe(true);
  await scene.stop(portal);
  const before = movedRows(scene.file);

  // The scene adds most orders with SQL, so they are the only fault.
  const { stdout: verdict } = await run(['log', 'verify'], { ...scene.env, PORTAL_DB: scene.url });
  expect(verdict.split('\n').filter((line) => !line.endsWith('the log has no entry of it, so it was added'))).toEqual([
    '',
  ]);
  const copy = join(scene.folder, 'back.db');
  expect(await scene.back(copy)).toMatchObject({ code: 0, stdout: expect.stringContaining('are equal: ') });
  expect(movedRows(copy)).toEqual(before);
  expect((await run(['check'], { PORTAL_DB: copy })).stderr).toMatch(/^portal: not valid: log org_\S+\n$/);
  await stillHolds(await scene.serve(copy), life, scene.folder);
});

test('keeps the entries of grants, by which a limit that is changed after the move is found', async () => {
  const portal = await scene.serve();
  const { grant } = await live(portal);
  expect(await scene.move()).toMatchObject({ code: 0 });
  await scene.stop(portal);
  const verify = () => run(['log', 'verify'], { ...scene.env, PORTAL_DB: scene.url });
  expect(await verify()).toMatchObject({ code: 0, stderr: '' });
  await scene.onServer(
    `UPDATE api_key SET body = jsonb_set(body::jsonb, '{limits,per_order}', '900000')::text WHERE key = '${grant}'`,
  );
  expect(await verify()).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(`grant ${grant} is not as the log says: limits was changed`),
  });
});

test("keeps the callers' keys, stored responses and links valid on PostgreSQL, and closes the file", async () => {
  const portal = await scene.serve();
  const life = await live(portal);
  expect(await scene.move()).toMatchObject({ code: 0 });
  await scene.stop(portal);
  await stillHolds(await scene.serveOnServer(), life, scene.folder);
  const sources = await run(['orgs', 'list'], { PORTAL_DB: scene.file });
  expect(sources).toMatchObject({ code: 8, stderr: expect.stringContaining('the data was moved to postgres://') });
});

describe('a data move is rejected', () => {
  test.each([
    ['between two files', () => scene.back('other.db', '--from', scene.file), 'the other one a URL'],
    ['without a target', () => run(['migrate-data', '--from', scene.file], scene.env), '--to'],
  ])('%s', async (_what, moving, why) => {
    expect(await moving()).toMatchObject({ code: 2, stderr: expect.stringContaining(why) });
  });

  test('to a target that is not empty, and to another target after it is done', async () => {
    await scene.stop(await scene.serve());
    await scene.onServer("INSERT INTO secret (name, value) VALUES ('links', 'x')");
    expect(await scene.move()).toMatchObject({ code: 1, stderr: expect.stringContaining('is not empty') });
    await scene.onServer('DELETE FROM secret');
    expect(await scene.move()).toMatchObject({ code: 0 });
    expect(await scene.move()).toMatchObject({ code: 0, stdout: expect.stringContaining('was moved to') });
    const elsewhere = scene.url.replace(/\/[^/]+$/, '/postgres');
    const twice = await run(['migrate-data', '--from', scene.file, '--to', elsewhere], scene.env);
    expect(twice).toMatchObject({ code: 8, stderr: expect.stringMatching(/was moved to .*--reopen/) });
    const other = join(scene.folder, 'other.db');
    await run(['init'], { PORTAL_DB: other });
    const back = await scene.back(join(scene.folder, 'back.db'), '--log-key', `${other}.log-key`);
    expect(back.code).toBe(0);
  });
});

test('lets the source serve again with --reopen', async () => {
  await scene.stop(await scene.serve());
  const reopen = () => run(['migrate-data', '--from', scene.file, '--reopen'], scene.env);
  expect(await reopen()).toMatchObject({ code: 1, stderr: expect.stringContaining('it can be served') });
  expect(await scene.move()).toMatchObject({ code: 0 });
  expect(await reopen()).toMatchObject({ code: 0, stdout: expect.stringContaining('must not be served any more') });
  expect(await run(['orgs', 'list'], { PORTAL_DB: scene.file })).toMatchObject({ code: 0 });
});

/** A trigger that alters a checkout whenever PostgreSQL writes it. */
const SPOILED = `
  CREATE FUNCTION spoiled() RETURNS trigger LANGUAGE plpgsql AS
    $$BEGIN NEW.body = replace(NEW.body, '"quantity":', '"quantity": '); RETURN NEW; END$$;
  CREATE TRIGGER spoiled BEFORE INSERT OR UPDATE ON checkout FOR EACH ROW EXECUTE FUNCTION spoiled()`;

test('detects a row that differs, keeps both databases closed, and continues once the cause is removed', async () => {
  const portal = await scene.serve();
  await live(portal);
  await scene.onServer(SPOILED);
  const { code, stderr } = await scene.move();
  expect([code, stderr]).toEqual([1, expect.stringMatching(/checkout chk_\S+ is another one/)]);
  expect(stderr).toMatch(/checkout: another hash of all rows/);
  const onServer = await run(['orgs', 'list'], { ...scene.env, PORTAL_DB: scene.url });
  expect(onServer).toMatchObject({ code: 8, stderr: expect.stringContaining('is being copied here') });
  expect(await run(['orgs', 'list'], { PORTAL_DB: scene.file })).toMatchObject({ code: 8 });
  await scene.onServer('DROP TRIGGER spoiled ON checkout');
  expect(await scene.move()).toMatchObject({ code: 0 });
  expect(existsSync(`${scene.files}.log-key`)).toBe(true);
  const closed = new DatabaseConstructor(scene.file, { readonly: true });
  expect(closed.prepare('SELECT role, state FROM data_move').get()).toEqual({ role: 'from', state: 'done' });
  closed.close();
});
