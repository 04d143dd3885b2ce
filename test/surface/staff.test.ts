import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { run } from '../support/program.js';
import { fullKey } from '../support/tenants.js';

let portal: TestPortal;
let owner: RegistryCaller;
beforeAll(async () => {
  portal = await startPortal();
  owner = registryCaller(() => portal.url, await fullKey(portal, 'organization'));
});
afterAll(() => portal.close());

async function command(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await run(['staff', ...args], portal.commandEnv);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

const staffNow = async () => (await owner.send('list_staff', {})).json.data;

test('invites, lists, changes and removes staff over HTTP and on the command line', async () => {
  const { shop_id } = portal.demo;
  const invited = await owner.ok('invite_staff', { email: 'Grace@Merchant.Example', role: 'warehouse' });
  expect(invited).toMatchObject({ email: 'grace@merchant.example', role: 'warehouse', shops: null });
  await command('add', 'linus@merchant.example', '--role', 'books', '--shops', shop_id);
  expect(await staffNow()).toMatchObject([{ id: invited.id }, { email: 'linus@merchant.example', shops: [shop_id] }]);
  expect(JSON.parse(await command('list', '--json'))).toEqual(await staffNow());
  await owner.ok('set_staff_role', { staff_id: invited.id, role: 'orders', shops: [shop_id] });
  await command('role', 'linus@merchant.example', '--role', 'read-only');
  expect(await staffNow()).toMatchObject([
    { role: 'orders', shops: [shop_id] },
    { role: 'read-only', shops: null },
  ]);
  await owner.ok('remove_staff', { staff_id: invited.id });
  expect(await command('remove', 'linus@merchant.example')).toMatch(/ {2}removed {2}/);
  expect(await staffNow()).toEqual([]);
  const { status, json } = await owner.send('remove_staff', { staff_id: invited.id });
  expect({ status, error: json.error }).toEqual({ status: 404, error: 'staff_not_found' });
});

test('gives a removed person the new role, under the same id', async () => {
  const email = 'ken@merchant.example';
  const { id } = await owner.ok('invite_staff', { email, role: 'owner' });
  await owner.ok('remove_staff', { staff_id: id });
  expect(await owner.ok('invite_staff', { email, role: 'books' })).toMatchObject({ id, role: 'books' });
  const { json } = await owner.send('list_audit_events', { subject_type: 'staff', limit: 3 });
  const actions = json.data.map(({ action }: { action: string }) => action);
  expect(actions).toEqual(['staff.invited', 'staff.removed', 'staff.invited']);
  await owner.ok('remove_staff', { staff_id: id });
});

test('lets no key give a role with scopes that it lacks', async () => {
  const { key } = await owner.ok('create_key', { name: 'narrow', scopes: ['keys', 'orders:read', 'orders:fulfill'] });
  const narrow = registryCaller(() => portal.url, key);
  const email = 'mallory@merchant.example';
  const refused = await narrow.send('invite_staff', { email, role: 'orders' });
  expect(refused).toMatchObject({ status: 403, json: { error: 'forbidden' } });
  const { id } = await narrow.ok('invite_staff', { email, role: 'warehouse' });
  const raised = await narrow.send('set_staff_role', { staff_id: id, role: 'owner' });
  expect(raised).toMatchObject({ status: 403, json: { detail: expect.stringContaining('role "owner"') } });
  await narrow.ok('remove_staff', { staff_id: id });
});

test('rejects shops of others, and people beyond the limit', async () => {
  const { status, json } = await owner.send('invite_staff', { email: 'a@b.example', role: 'books', shops: ['shop_x'] });
  expect({ status, detail: json.detail }).toEqual({ status: 400, detail: 'shops: has no shop "shop_x"' });
  for (let index = 0; index < 100; index += 1)
    await owner.ok('invite_staff', { email: `p${index}@b.example`, role: 'books' });
  const beyond = await owner.send('invite_staff', { email: 'last@b.example', role: 'books' });
  expect(beyond).toMatchObject({ status: 409, json: { error: 'limit_exceeded' } });
});
