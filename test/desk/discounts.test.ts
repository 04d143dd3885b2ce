import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { discountKey } from '../../src/domain/shop/discount.js';
import { isInRole, ROLE_NAMES, type Role } from '../../src/domain/tenant/roles.js';
import { DISCOUNT_ACTIONS } from '../../src/pages/desk/discounts/run-discount-action.js';
import { tokenIn, type Visited, type Visitor } from '../actors/visitor.js';
import type { MailScene } from '../mail/mail-scene.js';
import { changeSettings } from '../support/tenants.js';
import { openDeskScene, signInEachRole } from './scene.js';

/** Tests the pages of the desk about discounts. */

const BOXES = { once_per_buyer_shown: '1', combinable_shown: '1', automatic_shown: '1' };
const SPRING = {
  ...BOXES,
  code: 'Spring',
  title: '<b>Spring</b>',
  kind: 'percent',
  value_ppm: '12,5',
  combinable: '1',
};

let scene: MailScene;
let desk: string;
/** Returns the signed-in person of a role. */
let inRole: (role: Role) => Visitor;
beforeAll(async () => {
  scene = await openDeskScene();
  desk = `/desk/${scene.portal.demo.shop_id}`;
  inRole = await signInEachRole(scene);
  await changeSettings(scene.portal, { time_zone: 'Europe/Berlin' });
});
afterAll(() => scene.portal.close());

const stored = (code: string) =>
  scene.portal.app.store.read((rows) => rows.get('discount', discountKey(scene.portal.demo.shop_id, code)));

/** Sends a form of a discount's page; of the page of a new one without `code`. */
async function act(action: keyof typeof DISCOUNT_ACTIONS, fields: Record<string, string>, code = ''): Promise<Visited> {
  const visitor = inRole('catalogue');
  const page = await visitor.get(code === '' ? `${desk}/discount` : `${desk}/discount?code=${code}`);
  return visitor.submit(page, `../../desk/${scene.portal.demo.shop_id}/discount/${action}`, fields);
}

describe.each(ROLE_NAMES)('the role %s', (role) => {
  test('sees and changes discounts as its scopes say', async () => {
    const visitor = inRole(role);
    const isAllowed = isInRole(role, 'items');
    for (const page of ['discounts', 'discount'])
      expect((await visitor.get(`${desk}/${page}`)).status).toBe(isAllowed ? 200 : 403);
    if (isAllowed) return;
    const form_token = tokenIn(await visitor.get('/desk'));
    for (const action of Object.keys(DISCOUNT_ACTIONS))
      expect((await visitor.post(`${desk}/discount/${action}`, { ...SPRING, form_token })).status).toBe(403);
    expect(await stored('spring')).toBeUndefined();
  });
});

test('adds a discount in the words and the time of the shop, and lists it', async () => {
  const saved = await act('save', { ...SPRING, starts_at: '2026-11-01T09:30', ends_at: '2026-12-01T00:00' });
  expect(saved.path).toBe(`${desk}/discounts?saved`);
  expect(saved.text).toMatch(/code=Spring">Spring<\/a><br><small>&lt;b&gt;Spring&lt;\/b&gt;<\/small><\/td><td>12\.5 %/);
  expect(saved.text).toContain('Active');
  expect(await stored('spring')).toMatchObject({
    value_ppm: 125_000,
    starts_at: Date.UTC(2026, 10, 1, 8, 30),
    ends_at: Date.UTC(2026, 10, 30, 23),
    combinable: true,
    once_per_buyer: false,
  });
  const page = await inRole('catalogue').get(`${desk}/discount?code=Spring`);
  for (const text of ['value="12.5"', 'value="2026-11-01T09:30:00"', 'value="2026-12-01T00:00:00"'])
    expect(page.text).toContain(text);
});

test('explains what is not valid, and never replaces another discount', async () => {
  for (const [fields, problem] of [
    [{ ...SPRING, code: 'X', value_ppm: '1.23456' }, 'value_ppm: must be a percentage'],
    [{ ...SPRING, code: 'X', kind: 'fixed' }, 'value_ppm: is required for percent'],
    [{ ...SPRING, code: 'X', starts_at: 'soon' }, 'starts_at: must be a time'],
    [{ ...SPRING, code: 'X', item_ids: 'nothing' }, 'nothing'],
  ] as const) {
    const answer = await act('save', fields);
    expect({ problem, isTold: answer.text.includes(problem), status: answer.status >= 400 }).toEqual({
      ...{ problem, isTold: true, status: true },
    });
  }
  const typed = { ...SPRING, code: 'X', value_ppm: '1.23456', ends_at: '2026-12-01T00:00', minimum_subtotal: '20,5' };
  const { combinable: _unchecked, ...entries } = { ...typed, automatic: '1', kind: 'fixed' };
  const { text } = await act('save', entries);
  for (const kept of ['name="code" value="X"', 'value="&lt;b&gt;Spring&lt;/b&gt;"', 'value="1.23456"', 'value="20,5"'])
    expect(text).toContain(kept);
  for (const kept of [
    'value="2026-12-01T00:00"',
    '<option value="fixed" selected>',
    'name="automatic" value="1" checked',
  ])
    expect(text).toContain(kept);
  expect(text).toContain('name="combinable" value="1">');
  const taken = await act('save', { ...SPRING, code: 'SPRING', value_ppm: '50' });
  expect([taken.status, (await stored('spring'))?.value_ppm]).toEqual([409, 125_000]);
  const owner = inRole('owner');
  expect((await owner.post(`${desk}/discount/save`, { ...SPRING, code: 'Y' })).status).toBe(403);
  expect((await owner.post(`${desk}/discount/explode`, {})).status).toBe(404);
});

test('replaces a discount, and shows the second of two people what the first saved', async () => {
  const visitor = inRole('owner');
  const shown = await visitor.get(`${desk}/discount?code=Spring`);
  const terms = { ...BOXES, title: 'Spring', kind: 'fixed', amount: '5', minimum_subtotal: '20', max_uses: '3' };
  await act('save', terms, 'Spring');
  expect(await stored('spring')).toMatchObject({
    amount: 500,
    minimum_subtotal: 2_000,
    max_uses: 3,
    combinable: false,
  });
  const target = `../../desk/${scene.portal.demo.shop_id}/discount/save`;
  const late = await visitor.submit(shown, target, { ...terms, amount: '9' });
  expect(late.status).toBe(409);
  expect(late.text).toContain('Somebody else changed this discount');
  expect(late.text).toContain('value="5.00"');
  expect((await stored('spring'))?.amount).toBe(500);
});

test('ends a discount, and deletes it', async () => {
  const ended = await act('end', {}, 'Spring');
  expect(ended.text).toContain('Ended');
  expect(await stored('spring')).toMatchObject({ amount: 500, max_uses: 3, ends_at: scene.clock.now() });
  const { ends_at, version } = (await stored('spring')) ?? {};
  scene.clock.advance(60_000);
  const page = await inRole('catalogue').get(`${desk}/discount?code=Spring`);
  expect([page.text.includes('/discount/end"'), page.text.includes('/discount/delete"')]).toEqual([false, true]);
  const fields = { code: 'Spring', version: String(version), form_token: tokenIn(page) };
  const again = await inRole('catalogue').post(`${desk}/discount/end`, fields);
  expect([again.status, again.text.includes('already ended')]).toEqual([409, true]);
  expect((await stored('spring'))?.ends_at).toBe(ends_at);
  await act('delete', {}, 'Spring');
  expect(await stored('spring')).toBeUndefined();
});
