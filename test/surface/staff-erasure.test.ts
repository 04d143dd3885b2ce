import { afterAll, beforeAll, expect, test } from 'vitest';
import { staffKey } from '../../src/domain/person/staff.js';
import { type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { placeOrder, readyCart } from '../actors/shopper.js';
import { type MailScene, openMailScene } from '../mail/mail-scene.js';
import { scripted } from '../mail/scripted-transport.js';
import { run } from '../support/program.js';
import { confirmStaff, fullKey } from '../support/tenants.js';

/** Tests the erasure of people who worked for a shop. */

const EMAIL = 'grace@shop.com';

let scene: MailScene;
let owner: RegistryCaller;
beforeAll(async () => {
  scene = await openMailScene({ mail: scripted({ outcome: 'unavailable', status: 451 }) });
  owner = registryCaller(() => scene.portal.url, await fullKey(scene.portal, 'organization'));
});
afterAll(() => scene.portal.close());

const staffRow = (key: string) => scene.portal.app.store.read((rows) => rows.get('staff', key));

test('erases somebody who was removed, with the notices that waited for them', async () => {
  const { portal } = scene;
  const { id } = await owner.ok('invite_staff', { email: EMAIL, role: 'orders' });
  await confirmStaff(portal, { id });
  const order = await placeOrder(scene.merchant, await readyCart(scene.merchant));
  expect((await owner.ok('erase_personal_data', { email: EMAIL })).staff).toBe('kept');
  await owner.ok('remove_staff', { staff_id: id });
  expect((await owner.ok('erase_personal_data', { email: 'GRACE@shop.com' })).staff).toBe('erased');
  expect((await staffRow(staffKey(portal.demo.organization_id, id)))?.email).toBe('');
  const { entries } = await portal.app.store.list('deliveries_about', { subject: `order/${order}` }, undefined, 9);
  const bodies = entries.map(({ form, payload }) => [form.kind === 'mail' && form.notice, payload === null]);
  expect(bodies.toSorted()).toEqual([
    ['new_order', true],
    ['placed', false],
  ]);
  expect((await owner.ok('erase_personal_data', { email: EMAIL })).staff).toBe('none');
});

test('keeps the notices to others whose address differs by a suffix only', async () => {
  const { portal } = scene;
  await confirmStaff(portal, await owner.ok('invite_staff', { email: 'ann+two@shop.com', role: 'orders' }));
  const order = await placeOrder(scene.merchant, await readyCart(scene.merchant));
  const former = await owner.ok('invite_staff', { email: 'ann@shop.com', role: 'orders' });
  await owner.ok('remove_staff', { staff_id: former.id });
  expect((await owner.ok('erase_personal_data', { email: 'ann@shop.com' })).staff).toBe('erased');
  const { entries } = await portal.app.store.list('deliveries_about', { subject: `order/${order}` }, undefined, 9);
  const notices = entries.filter(({ form }) => form.kind === 'mail' && form.notice === 'new_order');
  expect(notices).toMatchObject([{ payload: expect.stringContaining('ann+two@shop.com') }]);
});

test('says on the command line what became of a staff member, who can be invited again', async () => {
  const erase = async () => (await run(['privacy', 'erase', EMAIL], scene.portal.commandEnv)).stdout;
  const { id, email } = await owner.ok('invite_staff', { email: EMAIL, role: 'books' });
  expect(email).toBe(EMAIL);
  expect(await erase()).toContain('kept: a staff member');
  await owner.ok('remove_staff', { staff_id: id });
  expect(await erase()).toContain(', 1 staff member');
});
