import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { itemKey } from '../../src/domain/shop/item.js';
import { isInRole, ROLE_NAMES, type Role } from '../../src/domain/tenant/roles.js';
import { tokenIn, type Visited, type Visitor } from '../actors/visitor.js';
import type { MailScene } from '../mail/mail-scene.js';
import { OWNER, openDeskScene, signIn, signInEachRole } from './scene.js';

/** Tests the pages that import items from a file. */

const MUG = 'enamel-mug';
const HEADER = 'id,title,price,fulfillment_types,stock';

let scene: MailScene;
let base: string;
/** Returns the signed-in person of a role. */
let inRole: (role: Role) => Visitor;
beforeAll(async () => {
  scene = await openDeskScene();
  base = `/desk/${scene.portal.demo.shop_id}/import`;
  inRole = await signInEachRole(scene);
});
afterAll(() => scene.portal.close());

const stored = (id: string) =>
  scene.portal.app.store.read((rows) => rows.get('item', itemKey(scene.portal.demo.shop_id, id)));

/** Sends a file as the form does. Returns the table of changes. */
async function choose(text: string, fields: Record<string, string> = {}, name = 'items.csv'): Promise<Visited> {
  const visitor = inRole('catalogue');
  const form_token = tokenIn(await visitor.get(base));
  return visitor.upload(base, { form_token, format: 'auto', stock: 'keep', ...fields }, { name, text });
}

/** Presses the button below the table of changes. */
function confirm({ text }: Visited, changes: Record<string, string> = {}): Promise<Visited> {
  const form = text.split('<form').find((one) => one.includes('/import/confirm"')) ?? '';
  const fields = [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)];
  const sent = Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value]));
  return inRole('catalogue').upload(`${base}/confirm`, { ...sent, ...changes });
}

describe.each(ROLE_NAMES)('the role %s', (role) => {
  test('sees the page and imports as its scopes say', async () => {
    const visitor = inRole(role);
    const isAllowed = isInRole(role, 'items');
    expect((await visitor.get(base)).status).toBe(isAllowed ? 200 : 403);
    if (isAllowed) return;
    const form_token = tokenIn(await visitor.get('/desk'));
    const file = { name: 'a.csv', text: `${HEADER}\nforbidden,Forbidden,5.00,pickup,\n` };
    for (const path of [base, `${base}/confirm`])
      expect((await visitor.upload(path, { form_token }, file)).status).toBe(403);
  });
});

test('shows what 500 rows would change, and imports exactly that, once', async () => {
  const rows = Array.from({ length: 500 }, (_row, index) => `bowl-${index},Bowl ${index},${index + 1}.50,pickup,7`);
  const plan = await choose([HEADER, ...rows].join('\n'));
  expect(plan.status).toBe(200);
  expect(plan.text).toContain('500 new, 0 changed, 0 as they are, 0 rejected');
  expect(plan.text).toContain('Prices: lowest $1.50, middle $250.50, highest $500.50');
  expect(plan.text.match(/<th scope="row">bowl-/g)).toHaveLength(500);
  expect(await stored('bowl-0')).toBeUndefined();
  for (const _time of [1, 2])
    expect((await confirm(plan)).path).toBe(`/desk/${scene.portal.demo.shop_id}/items?imported`);
  expect([await stored('bowl-0'), await stored('bowl-499')]).toMatchObject([{ price: 150 }, { price: 50_050 }]);
  const again = await choose([HEADER, ...rows].join('\n'));
  expect(again.text).toContain('0 new, 0 changed, 500 as they are, 0 rejected');
  expect(again.text).not.toContain('/import/confirm');
});

test('lists each change and each rejected row, and imports the valid rows', async () => {
  const rows = [`${MUG},<b>Mug</b>,21.00,pickup,`, 'plate,Plate,cheap,pickup,', 'plate,Plate,9.00,pickup,'];
  const before = await stored(MUG);
  const plan = await choose([HEADER, ...rows].join('\n'));
  expect(plan.text).toContain(`Title: ${before?.title} → &lt;b&gt;Mug&lt;/b&gt;`);
  expect(plan.text).toMatch(/Price: \$[\d.]+ → \$21\.00/);
  expect(plan.text).toMatch(/Rejected rows[\s\S]*plate<\/td><td>price: must be a price/);
  expect(plan.text).toContain('Import the valid rows only');
  await confirm(plan);
  expect([await stored(MUG), await stored('plate')]).toMatchObject([{ price: 2100 }, { price: 900 }]);
});

test('imports nothing if the items or the file changed meanwhile', async () => {
  const plan = await choose(`${HEADER}\n${MUG},Third mug,23.00,pickup,\n`);
  await confirm(await choose(`${HEADER}\n${MUG},Second mug,22.00,pickup,\n`));
  const stale = await confirm(plan);
  expect(stale.status).toBe(409);
  expect(stale.text).toContain('Title: Second mug → Third mug');
  expect(await stored(MUG)).toMatchObject({ title: 'Second mug' });
  expect((await confirm(plan, { stock: 'set' })).status).toBe(409);
  expect((await confirm(plan, { content: 'bm8=' })).status).toBe(400);
  const content = gzipSync('id,colour\nbowl,red\n').toString('base64');
  expect((await confirm(plan, { content })).status).toBe(409);
  await confirm(stale);
  expect(await stored(MUG)).toMatchObject({ title: 'Third mug' });
});

test('warns of a file that reprices most of the shop', async () => {
  const rows = Array.from({ length: 500 }, (_row, index) => `bowl-${index},0.99`);
  const plan = await choose(['id,price', ...rows].join('\n'));
  expect(plan.text).toContain('Check that this is the right file');
});

test.each([
  ['no rows that it knows', 'colour\nred\n', {}, 'items.csv', 'Rejected rows'],
  ['prices of two kinds', `${HEADER}\na,A,5.00,pickup,\nb,B,500,pickup,\n`, {}, 'items.csv', 'two ways'],
  ['JSON that is no list', '{}', {}, 'items.json', 'is not a JSON array of items'],
  ['no feed of Google', 'title\nx\n', { format: 'google' }, 'items.csv', 'is not a Google Merchant feed'],
  ['too many rows', `${HEADER}\n${'a,A,5.00,pickup,\n'.repeat(1_001)}`, {}, 'items.csv', 'more than 1000 rows'],
  ['too many rows in JSON', `[${'1,'.repeat(1_000)}1]`, {}, 'items.json', 'more than 1000 rows'],
  ['too many rows in XML', `<rss>${'<item/>'.repeat(1_001)}</rss>`, {}, 'feed.xml', 'more than 1000 rows'],
  [
    'rows after too many that no reader accepts',
    `id\n${'a\n'.repeat(1_001)}"b"c\n`,
    {},
    'a.csv',
    'more than 1000 rows',
  ],
  [
    'too many columns',
    Array.from({ length: 300_000 }, (_name, at) => at).join(),
    {},
    'items.csv',
    'at most 1000 are read',
  ],
])('says what is wrong with a file with %s', async (_name, text, fields, name, problem) => {
  expect((await choose(text, fields, name)).text).toContain(problem);
});

test('rejects a form without a file, a token or a proper size', async () => {
  const visitor = inRole('catalogue');
  const form_token = tokenIn(await visitor.get(base));
  expect((await visitor.upload(base, { form_token })).text).toContain('Choose a file.');
  const file = { name: 'a.csv', text: `${HEADER}\nforeign,Foreign,5.00,pickup,\n` };
  expect((await visitor.upload(base, {}, file)).status).toBe(403);
  expect((await visitor.post(base, { form_token })).status).toBe(400);
  expect((await visitor.upload(base, { form_token }, { name: 'a.csv', text: 'x'.repeat(5_000_000) })).status).toBe(413);
});

test('limits how often a person may send a file, and tells when the next one is accepted', async () => {
  const limited = await openDeskScene({ rateLimit: '1' });
  const visitor = await signIn(limited, OWNER);
  const path = `/desk/${limited.portal.demo.shop_id}/import`;
  const form_token = tokenIn(await visitor.get(path));
  const file = { name: 'a.csv', text: `${HEADER}\nlimited,Limited,5.00,pickup,\n` };
  const send = () => visitor.upload(path, { form_token, format: 'auto', stock: 'keep' }, file);
  for (let count = 0; count < 20; count += 1) expect((await send()).status).toBe(200);
  expect((await send()).status).toBe(429);
  expect((await visitor.upload(`${path}/confirm`, { form_token }, file)).status).toBe(429);
  limited.clock.advance(10_000);
  expect((await send()).status).toBe(200);
  await limited.portal.close();
});
