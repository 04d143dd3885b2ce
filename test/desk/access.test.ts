import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isInRole, ROLE_NAMES, type Role } from '../../src/domain/tenant/roles.js';
import type { Scope } from '../../src/domain/tenant/tenant.js';
import { ACCESS_ACTIONS, ACTIONS, type AccessActionName } from '../../src/pages/desk/access/actions.js';
import { ACCESS_SECTIONS, SECTION_LISTS, SHOP_SECTIONS } from '../../src/pages/desk/access/sections.js';
import { type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { tokenIn, Visitor } from '../actors/visitor.js';
import type { MailScene } from '../mail/mail-scene.js';
import { addGrant, fullKey } from '../support/tenants.js';
import { addStaff, enterCode, OWNER, openDeskScene, sentMails, signIn, signInEachRole } from './scene.js';

/** Tests the pages of the desk about access: staff, keys, webhooks and the audit trail. */

const MINUTE = 60_000;

let scene: MailScene;
let api: RegistryCaller;
let base: string;
let ada: Visitor;
/** Returns the signed-in person of a role. */
let inRole: (role: Role) => Visitor;
beforeAll(async () => {
  scene = await openDeskScene();
  api = registryCaller(() => scene.portal.url, await fullKey(scene.portal, 'organization'));
  base = `/desk/${scene.portal.demo.shop_id}/access`;
  ada = await signIn(scene, OWNER);
  inRole = await signInEachRole(scene);
});
afterAll(() => scene.portal.close());

let sent = 0;

/** Sends an action as the form of its page would. */
async function act(visitor: Visitor, name: AccessActionName, fields: Readonly<Record<string, string>>) {
  sent += 1;
  const form_token = tokenIn(await visitor.get('/desk'));
  return visitor.post(`${base}/${name}`, { form_token, request: `request-${sent}`, ...fields });
}

const newestChange = async () => (await api.send('list_audit_events', { limit: 1 })).json.data[0].id;

let made = 0;

/** Makes the object of an action; returns the fields of its form. */
async function fieldsFor(name: AccessActionName): Promise<Readonly<Record<string, string>>> {
  made += 1;
  const email = `made${made}@access.example.test`;
  const { section } = ACTIONS[name];
  if (name === 'add_staff') return { email, role: 'books', where: 'all' };
  if (name === 'create_key') return { name: 'Bookkeeping', role: 'books' };
  if (name === 'add_webhook') return { url: `https://merchant.example/${made}`, where: 'this' };
  if (section === 'staff') {
    const { id } = await api.ok('invite_staff', { email, role: 'books' });
    return { staff_id: id, role: 'warehouse', where: 'this' };
  }
  if (section === 'grants') return { grant_id: await addGrant(scene.portal, scene.portal.demo.deployment_id) };
  if (section === 'keys') return { key_id: (await api.ok('create_key', { name: 'Old', scopes: ['orders:read'] })).id };
  const { id } = await api.ok('create_webhook', { url: `https://merchant.example/${made}` });
  const { id: delivery_id } = await api.ok('ping_webhook', { webhook_id: id });
  if (name === 'resume_webhook') await api.ok('update_webhook', { webhook_id: id, status: 'paused' });
  return { webhook_id: id, ...(name === 'resend' && { delivery_id }) };
}

/** Actions that leave no event in the audit trail. */
const UNRECORDED: readonly AccessActionName[] = ['invite', 'ping_webhook', 'resend'];

describe.each(ROLE_NAMES)('the role %s', (role) => {
  const allowed = (scope: Scope) => scope !== 'buyer' && isInRole(role, scope);

  test.each(ACCESS_ACTIONS)('may or may not %s, as its scopes say', async (name) => {
    const fields = await fieldsFor(name);
    const before = await newestChange();
    const { status } = await act(inRole(role), name, fields);
    const isAllowed = allowed(ACTIONS[name].operation.scope);
    const isChanged = (await newestChange()) !== before;
    expect({ status, isChanged }).toEqual({
      status: isAllowed ? 200 : 403,
      isChanged: isAllowed && !UNRECORDED.includes(name),
    });
  });

  test('sees the sections that its scopes allow, and only then a link to them', async () => {
    const visitor = inRole(role);
    const { text } = await visitor.get(`/desk/${scene.portal.demo.shop_id}`);
    const visible = ACCESS_SECTIONS.filter((section) => allowed(SECTION_LISTS[section].scope));
    expect(text.includes('/access/')).toBe(visible.length > 0);
    for (const section of ACCESS_SECTIONS) {
      const { status } = await visitor.get(`${base}/${section}`);
      expect({ section, status }).toEqual({ section, status: visible.includes(section) ? 200 : 403 });
    }
  });
});

test('lets an owner add somebody, change their role and remove them, on the page', async () => {
  const email = 'grace@access.example.test';
  const page = await ada.get(`${base}/staff`);
  const added = await ada.submit(page, `../../../desk/${scene.portal.demo.shop_id}/access/add_staff`, {
    ...{ email, role: 'warehouse', where: 'this' },
  });
  expect(added).toMatchObject({ status: 200, path: `${base}/staff?done` });
  expect(added.text).toMatch(/grace@access\.example\.test<\/strong> <small>Warehouse · Only this shop/);
  const grace = await signIn(scene, email);
  expect((await grace.get(`/desk/${scene.portal.demo.shop_id}/orders`)).status).toBe(200);
  const staff: readonly { readonly id: string; readonly email: string }[] = (
    await api.send('list_staff', { limit: 100 })
  ).json.data;
  const staff_id = staff.find((one) => one.email === email)?.id ?? '';
  await act(ada, 'invite', { staff_id });
  const invited = () => sentMails(scene.folder).find(({ to, text }) => to === email && text.includes('on the staff'));
  await expect.poll(() => invited()?.text).toMatch(/with this role: Warehouse\.[\s\S]*\/desk/);
  await act(ada, 'set_role', { staff_id, role: 'books', where: 'all' });
  await act(ada, 'remove_staff', { staff_id });
  expect((await grace.get(`/desk/${scene.portal.demo.shop_id}/orders`)).status).toBe(404);
  const { text } = await ada.get(`${base}/audit`);
  expect(text).toMatch(/staff removed<\/strong> · ada@merchant\.example\.test/);
});

test('offers nobody a change of their own role', async () => {
  const { text } = await ada.get(`${base}/staff`);
  const own = text.split('<li>').find((part) => part.includes(`<strong>${OWNER}`)) ?? '';
  expect(own).toContain('This is you.');
  expect(own).not.toContain('<form');
});

test('shows a new key once, also if its form is sent twice', async () => {
  const fields = { name: '<script>alert(1)</script>', role: 'orders', request: 'pressed twice' };
  const [first, second] = [await act(ada, 'create_key', fields), await act(ada, 'create_key', fields)];
  const key = /<code>(ok_[^<]+)<\/code>/.exec(first.text)?.[1];
  expect(key).toBeDefined();
  expect(second.text).toContain(`<code>${key}</code>`);
  expect(first.headers.get('cache-control')).toBe('no-store');
  const { text } = await ada.get(`${base}/keys`);
  expect(text).not.toContain(key);
  expect(text).toContain('&lt;script&gt;alert(1)');
  expect(text).not.toContain('<script');
});

test('gives access only within 15 minutes of a sign-in, but ends it at any time', async () => {
  scene.clock.advance(15 * MINUTE);
  const page = await ada.get(`${base}/keys`);
  expect(page.text).not.toContain('access/create_key');
  const before = await newestChange();
  const confirm = await act(ada, 'create_key', await fieldsFor('create_key'));
  expect(confirm.path).toBe(`/sign-in?confirm=1&return=${encodeURIComponent(`${base.slice(1)}/keys`)}`);
  expect(await newestChange()).toBe(before);
  const fields = await fieldsFor('revoke_key');
  expect((await act(ada, 'revoke_key', fields)).path).toBe(`${base}/keys?done`);
  const back = await enterCode(scene, ada, await ada.submit(confirm, 'sign-in'));
  expect(back.path).toBe(`${base}/keys`);
  expect(back.text).toContain('access/create_key');
});

test('rejects a form without a token of its session, and objects of others', async () => {
  const before = await newestChange();
  expect((await act(ada, 'create_key', { ...(await fieldsFor('create_key')), form_token: '' })).status).toBe(403);
  for (const [name, fields] of [
    ['set_role', { staff_id: 'prs_other', role: 'owner', where: 'all' }],
    ['revoke_key', { key_id: 'key_other' }],
    ['end_grant', { grant_id: 'grt_other' }],
    ['delete_webhook', { webhook_id: 'whk_other' }],
  ] as const)
    expect((await act(ada, name, fields)).status).toBe(404);
  expect((await act(ada, 'create_key', { name: 'x', role: 'everything' })).status).toBe(400);
  expect((await ada.post(`${base}/explode`, {})).status).toBe(404);
  expect(await newestChange()).toBe(before);
});

test('gives an owner of some shops only nothing that concerns the whole organization', async () => {
  const email = 'part@access.example.test';
  await addStaff(scene, email, 'owner', '--shops', scene.portal.demo.shop_id);
  const part = await signIn(scene, email);
  expect((await part.get(`/desk/${scene.portal.demo.shop_id}/orders`)).status).toBe(200);
  for (const section of ACCESS_SECTIONS)
    expect((await part.get(`${base}/${section}`)).status).toBe(SHOP_SECTIONS.includes(section) ? 200 : 403);
  expect((await act(part, 'create_key', await fieldsFor('create_key'))).status).toBe(403);
});

test('lists the deliveries of a webhook, and sends one again', async () => {
  const { webhook_id = '', delivery_id = '' } = await fieldsFor('resend');
  const page = await ada.get(`${base}/webhooks/${webhook_id}`);
  expect(page.text).toContain('webhook.ping');
  const back = await act(ada, 'resend', { webhook_id, delivery_id });
  expect(back).toMatchObject({ status: 200, path: `${base}/webhooks/${webhook_id}?done` });
});

test('has its texts in five languages', async () => {
  const titles = { en: 'Staff', de: 'Team', fr: 'Équipe', es: 'Equipo', it: 'Personale' };
  for (const [language, title] of Object.entries(titles)) {
    const visitor = new Visitor(scene.portal, language);
    visitor.cookies.set('__Host-session', ada.cookies.get('__Host-session') ?? '');
    expect((await visitor.get(`${base}/staff`)).text).toContain(`<h1>${title}</h1>`);
  }
});
