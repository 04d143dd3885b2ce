import { afterAll, beforeAll, expect, test } from 'vitest';
import { isInRole, ROLE_NAMES, type Role } from '../../src/domain/tenant/roles.js';
import { tokenIn, type Visitor } from '../actors/visitor.js';
import type { MailScene } from '../mail/mail-scene.js';
import { openDeskScene, signInEachRole } from './scene.js';

/** Tests the preview of a buyer's page in the settings. */

let scene: MailScene;
let desk: string;
/** Returns the signed-in person of a role. */
let inRole: (role: Role) => Visitor;
beforeAll(async () => {
  scene = await openDeskScene();
  desk = `/desk/${scene.portal.demo.shop_id}`;
  inRole = await signInEachRole(scene);
});
afterAll(() => scene.portal.close());

test.each(ROLE_NAMES)('the role %s sees the preview as its scopes say', async (role) => {
  const visitor = inRole(role);
  const status = isInRole(role, 'shops') ? 200 : 403;
  expect((await visitor.get(`${desk}/preview`)).status).toBe(status);
  const form_token = tokenIn(await visitor.get('/desk'));
  expect((await visitor.post(`${desk}/preview/look`, { form_token })).status).toBe(status);
});

test('shows entries that are not saved, in a frame of the desk only', async () => {
  const owner = inRole('owner');
  const settings = await owner.get(`${desk}/settings/look`);
  expect(settings.text).toMatch(/<iframe name="preview" src="\.\.\/preview"/);
  expect(settings.headers.get('content-security-policy')).toMatch(/frame-src 'self'/);
  const saved = await owner.get(`${desk}/preview`);
  expect(saved.headers.get('content-security-policy')).toMatch(/frame-ancestors 'self'$/);
  expect(saved.text).not.toContain('<script');
  const form_token = tokenIn(settings);
  const entries = { form_token, 'brand.name': '<b>New</b>', 'brand.accent_color': '#aa0000' };
  const shown = await owner.post(`${desk}/preview/look`, entries);
  expect(shown.headers.get('content-security-policy')).toMatch(/frame-ancestors 'self'$/);
  expect(shown.text).toContain('&lt;b&gt;New&lt;/b&gt;');
  expect(shown.text).toContain('--accent:#aa0000');
  expect((await owner.get(`${desk}/preview`)).text).toBe(saved.text);
});

test('says what is not valid, and shows nothing without a form token', async () => {
  const owner = inRole('owner');
  const form_token = tokenIn(await owner.get('/desk'));
  const wrong = await owner.post(`${desk}/preview/look`, { form_token, 'brand.accent_color': 'red' });
  expect([wrong.status, wrong.text.includes('brand.accent_color')]).toEqual([400, true]);
  expect((await owner.post(`${desk}/preview/look`, { 'brand.name': 'Foreign' })).status).toBe(403);
  expect((await owner.post(`${desk}/preview/none`, { form_token })).status).toBe(404);
  for (const page of ['settings/taxes', 'orders'])
    expect((await owner.get(`${desk}/${page}`)).headers.get('content-security-policy')).not.toContain('frame-src');
});
