import { beforeEach, expect, test } from 'vitest';
import type { MailPayload } from '../../src/domain/webhook/notices.js';
import { insertWrite } from '../../src/ports.js';
import { type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { placeOrder, readyCart } from '../actors/shopper.js';
import { run } from '../support/program.js';
import { anotherKey, confirmStaff, fullKey } from '../support/tenants.js';
import { type MailScene, openMailScene } from './mail-scene.js';
import { scripted } from './scripted-transport.js';

/** Tests which notices the members of a shop's staff get. */

const MINUTE = 60_000;

let mail: ReturnType<typeof scripted>;
let scene: MailScene;
let owner: RegistryCaller;
let shop_id: string;
beforeEach(async () => {
  mail = scripted({ outcome: 'acknowledged', status: 250 });
  scene = await openMailScene({ mail });
  owner = registryCaller(() => scene.portal.url, await fullKey(scene.portal, 'organization'));
  shop_id = scene.portal.demo.shop_id;
  return () => scene.portal.close();
});

async function setMail(settings: object): Promise<void> {
  const before = await owner.ok('get_shop_settings', { shop_id });
  await owner.ok('update_shop_settings', { ...before, shop_id, mail: settings });
}

/** Returns the caller of a deployment, which may not list the staff. */
async function merchant(): Promise<RegistryCaller> {
  const { key } = await anotherKey(scene.portal, 'deployment', { scopes: ['commerce', 'fulfillment'] });
  return registryCaller(() => scene.portal.url, key);
}

/** Adds a staff member who has come to the desk. Returns their id. */
async function member(name: string, role: string, more: object = {}): Promise<string> {
  const { id } = await owner.ok('invite_staff', { email: `${name}@shop.com`, role, ...more });
  await confirmStaff(scene.portal, { id });
  return id;
}

/** Returns the notices to the staff about an order, by recipient. */
async function noticesAbout(order: string) {
  const about = { subject: `order/${order}` };
  const { entries } = await scene.portal.app.store.list('deliveries_about', about, undefined, 20);
  const all = entries.flatMap(({ form, payload, outcome }) => {
    const content: MailPayload = JSON.parse(payload ?? '{}');
    return form.kind === 'mail' && form.notice === 'new_order' ? [{ to: content.to, outcome }] : [];
  });
  return all.toSorted((one, other) => (one.to < other.to ? -1 : 1));
}

/** Returns the outcomes of the mails about an object, oldest first. */
async function outcomesAbout(subject: string) {
  const { entries } = await scene.portal.app.store.list('deliveries_about', { subject }, undefined, 20);
  return entries.map(({ outcome }) => outcome);
}

const recipients = async (order: string) => (await noticesAbout(order)).map(({ to }) => to);
const buy = async () => placeOrder(scene.merchant, await readyCart(scene.merchant));

test('tells a new order to those whose role includes it, from their first visit to the desk on', async () => {
  await member('ada', 'owner');
  await member('grace', 'orders');
  await member('ken', 'read-only');
  await member('lin', 'warehouse', { shops: [shop_id] });
  const other = await owner.ok('create_shop', { name: 'Second' });
  await member('max', 'orders', { shops: [other.id] });
  const { id, email } = await owner.ok('invite_staff', { email: 'new@shop.com', role: 'owner' });
  const buyer = { id, email, sessions_from: 0, created_at: 0, updated_at: 0, version: 0 };
  await scene.portal.app.portal.store.update(() => ({ writes: [insertWrite('person', buyer)], result: undefined }), id);
  expect(await recipients(await buy())).toEqual(['ada@shop.com', 'grace@shop.com', 'lin@shop.com']);
  const sent = () => mail.sent.filter(({ id }) => id.includes('.new_order.')).map(({ bytes }) => bytes.toString());
  await expect.poll(() => sent().length).toBe(3);
  const page = `${scene.portal.url}/desk/${shop_id}/notices`;
  for (const text of sent()) expect(text.replaceAll(/\r\n(?= )/g, '')).toContain(`List-Unsubscribe: <${page}>`);
});

test('sends one mail to somebody who is also an address of the settings', async () => {
  await setMail({ staff: ['Ada@Shop.com', 'desk@shop.com'] });
  await member('ada', 'owner');
  expect(await recipients(await buy())).toEqual(['Ada@Shop.com', 'desk@shop.com']);
});

test('shows the addresses of members only to callers who may list the staff', async () => {
  await setMail({ disabled: ['placed'], staff: ['desk@shop.com'] });
  await member('ada', 'owner');
  const order_id = await buy();
  const recipientsIn = (notices: readonly { readonly to: string | null }[]) => new Set(notices.map(({ to }) => to));
  const listed = await (await merchant()).ok('list_order_notices', { order_id });
  expect(recipientsIn(listed)).toEqual(new Set(['desk@shop.com', null]));
  const { key } = await anotherKey(scene.portal, 'organization', { scopes: ['shops'] });
  const tested = await registryCaller(() => scene.portal.url, key).ok('send_test_notice', { shop_id });
  expect(recipientsIn(tested)).toEqual(new Set(['desk@shop.com', null]));
  expect(recipientsIn(await owner.ok('send_test_notice', { shop_id }))).toEqual(
    new Set(['desk@shop.com', 'ada@shop.com']),
  );
});

test('tells members with suffixes of one mailbox, each once and with the same id at each attempt', async () => {
  mail.answer({ outcome: 'unavailable', status: 451 });
  await setMail({ disabled: ['placed'], staff: ['team@shop.com'] });
  await member('team+a', 'owner');
  await member('team+b', 'orders');
  const all = ['team+a@shop.com', 'team+b@shop.com', 'team@shop.com'];
  expect(await recipients(await buy())).toEqual(all);
  // They are one mailbox for limits, so its mails are sent one after the other.
  await expect.poll(() => mail.sent.length).toBe(1);
  mail.answer({ outcome: 'acknowledged', status: 250 });
  scene.clock.advance(MINUTE);
  await expect.poll(() => mail.sent.length).toBe(4);
  const [first, ...sent] = mail.sent;
  expect(sent.map(({ to }) => to).toSorted()).toEqual(all);
  expect(sent.filter(({ id }) => id === first?.id).map(({ to }) => to)).toEqual([first?.to]);
  expect(new Set(sent.map(({ id }) => id)).size).toBe(3);
});

test('follows the choice of a person, made over HTTP or on the command line', async () => {
  const id = await member('ada', 'owner');
  const chosen = await owner.ok('set_staff_notices', { staff_id: id, notices: ['low_stock', 'test'] });
  expect(chosen.notices).toEqual(['low_stock', 'test']);
  expect(await recipients(await buy())).toEqual([]);
  expect(await owner.ok('send_test_notice', { shop_id })).toMatchObject([{ to: 'ada@shop.com' }]);
  const command = (kinds: string) =>
    run(['staff', 'notices', 'ada@shop.com', '--kinds', kinds], scene.portal.commandEnv);
  expect((await command('none')).stdout).toContain('notices: none');
  expect(await owner.ok('send_test_notice', { shop_id })).toEqual([]);
  expect((await command('new_order, refund_failed')).stdout).toContain('notices: new_order, refund_failed');
  expect(await recipients(await buy())).toEqual(['ada@shop.com']);
  expect((await command('default')).stdout).toContain('new_order, refund_failed, capture_failed');
  expect(await command('placed')).toMatchObject({ code: 1, stderr: expect.stringContaining('--kinds') });
  const { json } = await owner.send('list_audit_events', { subject_type: 'staff', limit: 4 });
  expect(json.data).toMatchObject(Array(4).fill({ action: 'staff.notices_set', changed: ['notices'] }));
});

test('rejects kinds that the role may not get', async () => {
  const id = await member('kim', 'catalogue');
  const { status, json } = await owner.send('set_staff_notices', { staff_id: id, notices: ['new_order'] });
  expect([status, json.detail]).toEqual([400, 'notices: the role "catalogue" may not get "new_order"']);
  const limited = await member('lin', 'owner', { shops: [shop_id] });
  const whole = await owner.send('set_staff_notices', { staff_id: limited, notices: ['dead_delivery'] });
  expect([whole.status, whole.json.detail]).toEqual([
    400,
    'notices: the role "owner" in some shops may not get "dead_delivery"',
  ]);
});

test('sends nothing more to those whose role ended or changed, or who chose otherwise, before it was sent', async () => {
  mail.answer({ outcome: 'unavailable', status: 451 });
  const [left, moved, silent] = [
    await member('ada', 'owner'),
    await member('grace', 'orders'),
    await member('ken', 'warehouse'),
  ];
  await member('lin', 'orders');
  await setMail({ disabled: ['placed'] });
  const order = await buy();
  await expect.poll(() => mail.sent.length).toBe(4);
  await owner.ok('remove_staff', { staff_id: left });
  await owner.ok('set_staff_role', { staff_id: moved, role: 'catalogue' });
  await owner.ok('set_staff_notices', { staff_id: silent, notices: [] });
  mail.answer({ outcome: 'acknowledged', status: 250 });
  scene.clock.advance(MINUTE);
  await expect
    .poll(() => noticesAbout(order))
    .toEqual([
      { to: 'ada@shop.com', outcome: 'not_active' },
      { to: 'grace@shop.com', outcome: 'not_active' },
      { to: 'ken@shop.com', outcome: 'not_active' },
      { to: 'lin@shop.com', outcome: 'acknowledged' },
    ]);
  expect(mail.sent.slice(4).map(({ to }) => to)).toEqual(['lin@shop.com']);
});

test('sends no invitation to those whose role has ended or changed before it was sent', async () => {
  mail.answer({ outcome: 'unavailable', status: 451 });
  const invite = async (name: string) => {
    const { id } = await owner.ok('invite_staff', { email: `${name}@shop.com`, role: 'orders' });
    await owner.ok('send_staff_invitation', { staff_id: id });
    return id;
  };
  const [left, promoted, moved, same] = [
    await invite('ada'),
    await invite('grace'),
    await invite('ken'),
    await invite('lin'),
  ];
  await expect.poll(() => mail.sent.length).toBe(4);
  await owner.ok('remove_staff', { staff_id: left });
  await owner.ok('set_staff_role', { staff_id: promoted, role: 'owner' });
  const other = await owner.ok('create_shop', { name: 'Second' });
  await owner.ok('set_staff_role', { staff_id: moved, role: 'orders', shops: [other.id] });
  mail.answer({ outcome: 'acknowledged', status: 250 });
  scene.clock.advance(MINUTE);
  const outcomes = (id: string) => outcomesAbout(`staff/${id}`);
  await expect.poll(() => outcomes(same)).toEqual(['acknowledged']);
  for (const id of [left, promoted, moved]) await expect.poll(() => outcomes(id)).toEqual(['outdated']);
  expect(mail.sent.slice(4).map(({ to }) => to)).toEqual(['lin@shop.com']);
});

test('tells the staff of no request that the buyer has withdrawn before it was sent', async () => {
  await setMail({ disabled: ['placed', 'new_order', 'request_received'], staff: ['desk@shop.com'] });
  const order_id = await buy();
  mail.answer({ outcome: 'unavailable', status: 451 });
  const by = await merchant();
  const ask = () => by.ok('request_order_change', { order_id, type: 'cancel' });
  const request_id = (await ask()).requests[0].id;
  await expect.poll(() => mail.sent.length).toBe(1);
  await by.ok('withdraw_order_request', { order_id, request_id });
  await ask();
  mail.answer({ outcome: 'acknowledged', status: 250 });
  scene.clock.advance(MINUTE);
  await expect.poll(() => outcomesAbout(`order/${order_id}`)).toEqual(['outdated', 'acknowledged']);
});

test('gives somebody who is invited again the defaults of the new role', async () => {
  const id = await member('ada', 'owner');
  await owner.ok('set_staff_notices', { staff_id: id, notices: [] });
  await owner.ok('remove_staff', { staff_id: id });
  const again = await owner.ok('invite_staff', { email: 'ada@shop.com', role: 'warehouse' });
  expect(again.notices).toEqual(['new_order', 'low_stock']);
});
