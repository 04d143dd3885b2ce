import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ABSENT } from '../../src/docs/things.js';
import { required } from '../../src/domain/values/required.js';
import { putMedia } from '../../src/operations/shop/put-media.js';
import { replaceWrite } from '../../src/ports.js';
import { type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { run } from '../support/program.js';
import { anotherKey } from '../support/tenants.js';

/** Pictures count toward the byte quota, regardless of who adds them and how often. */

let portal: TestPortal;
let manager: RegistryCaller;
let folder: string;
beforeEach(async () => {
  portal = await startPortal();
  const { key } = await anotherKey(portal, 'organization', { scopes: ['keys', 'shops'] });
  manager = registryCaller(() => portal.url, key);
  folder = join(portal.app.portal.media.folder, portal.demo.shop_id);
});
afterEach(() => portal.close());

const PIXEL = Buffer.from(String(putMedia.sample(ABSENT).data), 'base64');
/** Returns a picture of this size. Pictures of different sizes differ in content. */
const picture = (size: number) => Buffer.concat([PIXEL, Buffer.alloc(size - PIXEL.length)]);
const add = (name: string, bytes: Buffer) =>
  manager.send('put_media', { shop_id: portal.demo.shop_id, name, data: bytes.toString('base64') });
const bytesUsed = async () => (await manager.ok('get_organization', {})).usage.bytes;
const setBytes = async (most: number) => {
  const org = (await manager.ok('get_organization', {})).id;
  await portal.app.store.update((rows) => {
    const before = required(rows.get('organization', org), 'the organization');
    return {
      writes: [replaceWrite('organization', before, { ...before, quotas: { bytes: most } })],
      result: undefined,
    };
  });
};

it('counts a picture once, and a rejected one never', async () => {
  const before = await bytesUsed();
  expect((await add('a.png', picture(5_000))).status).toBe(200);
  expect((await add('a.png', picture(5_000))).status).toBe(200);
  expect(await add('a.png', picture(6_000))).toMatchObject({ status: 409, json: { error: 'media_exists' } });
  expect((await bytesUsed()) - before).toBe(5_000);
});

it('rejects a picture beyond the quota before storing it, even one of two sent at once, but accepts a stored one again', async () => {
  await setBytes((await bytesUsed()) + 9_000);
  const both = await Promise.all([add('a.png', picture(5_000)), add('b.png', picture(5_001))]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
  const [kept, refused] = both[0]?.status === 200 ? ['a.png', 'b.png'] : ['b.png', 'a.png'];
  expect((await fetch(`${portal.url}/media/${portal.demo.shop_id}/${refused}`)).status).toBe(404);
  expect(both.find(({ status }) => status === 403)?.json).toMatchObject({ error: 'quota_exceeded' });
  expect((await add(kept, picture(kept === 'a.png' ? 5_000 : 5_001))).status).toBe(200);
});

it('counts pictures that were stored before counting began, but none that could not be written', async () => {
  const before = await bytesUsed();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'old.png'), picture(7_000));
  expect((await add('new.png', picture(1_000))).status).toBe(200);
  expect((await bytesUsed()) - before).toBe(8_000);
  rmSync(folder, { recursive: true });
  // The folder becomes a dangling link, so no picture exists and none can be written.
  symlinkSync(join(portal.app.portal.media.folder, 'none', 'none'), folder);
  expect((await add('newer.png', picture(2_000))).status).toBe(503);
  expect((await bytesUsed()) - before).toBe(8_000);
});

it('recounts the pictures of a shop when portal media add runs', async () => {
  const before = await bytesUsed();
  await add('a.png', picture(5_000));
  rmSync(join(folder, 'a.png'));
  const file = join(portal.app.portal.media.folder, 'b.png');
  writeFileSync(file, picture(300));
  expect(await run(['media', 'add', file], portal.commandEnv)).toMatchObject({ code: 0 });
  expect((await bytesUsed()) - before).toBe(300);
});

it('counts the pictures that portal media add stored before it failed', async () => {
  const before = await bytesUsed();
  await add('a.png', picture(5_000));
  const noted = async () =>
    (await manager.ok('list_audit_events', { actor: 'command line' })).map(({ action }: { action: string }) => action);
  const files = ['c.png', 'a.png'].map((name) => join(portal.app.portal.media.folder, name));
  for (const file of files) writeFileSync(file, picture(300));
  expect((await run(['media', 'add', ...files], portal.commandEnv)).stderr).toContain('a.png');
  expect((await bytesUsed()) - before).toBe(5_300);
  expect(await noted()).toEqual(['shop.media_added']);
  expect(await run(['media', 'add', ...files.slice(0, 1)], portal.commandEnv)).toMatchObject({ code: 0 });
  expect(await noted()).toEqual(['shop.media_added']);
});
