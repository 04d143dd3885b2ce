import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeOrder, readyCart, shopper } from '../actors/shopper.js';
import { tokenIn, type Visited, type Visitor } from '../actors/visitor.js';
import type { MailScene } from '../mail/mail-scene.js';
import { crawlDesk, formsOf, kindOf, type PageForm } from './page-forms.js';
import { addStaff, OWNER, openDeskScene, signIn } from './scene.js';

/** Attacks every form and page of the desk to which links lead. A new page or form is attacked by itself. */

let scene: MailScene;
let owner: Visitor;
let pages: readonly Visited[];
beforeAll(async () => {
  scene = await openDeskScene();
  owner = await signIn(scene, OWNER);
  await addStaff(scene, 'grace@merchant.example.test', 'orders');
  const buyer = shopper(scene.portal);
  await placeOrder(buyer, await readyCart(buyer));
  pages = await crawl();
});
afterAll(() => scene.portal.close());

const crawl = () => crawlDesk(owner, `/desk/${scene.portal.demo.shop_id}`);

/** Returns one form of each kind. */
function distinctForms(of: readonly Visited[]): PageForm[] {
  const forms = of.flatMap((page) => formsOf(page)).map((form) => [kindOf(form.path), form] as const);
  return [...new Map(forms).values()];
}

test('finds the pages and forms of every part of the desk', () => {
  const kinds = pages.map(({ path }) => kindOf(path).replaceAll(/^\/desk\/:id|\?.*$/g, ''));
  for (const part of [
    '',
    '/orders',
    '/orders/:id',
    '/abandoned-carts',
    '/items',
    '/items/:id',
    '/items/new',
    '/notices',
    '/receipts',
  ])
    expect(kinds).toContain(part);
  for (const part of ['/settings/general', '/settings/payments', '/access/staff', '/access/keys', '/access/webhooks'])
    expect(kinds).toContain(part);
  expect(distinctForms(pages).length).toBeGreaterThan(20);
});

test('shows no page in a frame, runs no script, and lets nobody keep a page', () => {
  for (const { path, headers } of pages) {
    const policy = headers.get('content-security-policy') ?? '';
    expect({
      path,
      frames: policy.includes("frame-ancestors 'none'") && headers.get('x-frame-options'),
      scripts: policy.startsWith("default-src 'none'") && !policy.includes('unsafe'),
      forms: policy.includes("form-action 'self'"),
      cache: headers.get('cache-control'),
      referrer: headers.get('referrer-policy'),
    }).toEqual({
      ...{ path, frames: 'DENY', scripts: true, forms: true },
      ...{ cache: 'no-store', referrer: 'no-referrer' },
    });
  }
});

test('rejects every form without the token of its session', async () => {
  const other = await signIn(scene, 'grace@merchant.example.test');
  const foreign = tokenIn(await other.get('/desk'));
  for (const { path, fields, hasFiles } of distinctForms(pages)) {
    const { form_token, ...rest } = fields;
    expect({ path, token: form_token?.length }).toEqual({ path, token: 86 });
    for (const token of [{}, { form_token: foreign }]) {
      const sent = { ...rest, ...token };
      const answer = await (hasFiles ? owner.upload(path, sent) : owner.post(path, sent));
      // A sign-out without its token leads back to the desk.
      const expected = path.startsWith('/desk/sign-out') ? 200 : 403;
      expect({ path, status: answer.status }).toEqual({ path, status: expected });
    }
  }
  expect((await owner.get('/desk')).text).toContain(OWNER);
});

test('shows what people enter as text, in every field', async () => {
  const attack = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
  const isRun = ({ text }: Visited) => /<script>alert|<img src=x/.test(text);
  const forms = distinctForms(pages).filter(({ path }) => !path.startsWith('/desk/sign-out'));
  let entered = 0;
  for (const { page, path, typed } of forms) {
    // One at a time, on the page as it is now, so that the others are valid and this one may be stored.
    for (const name of typed) {
      const now = formsOf(await owner.get(page)).find((form) => form.path === path);
      if (!now) continue;
      const answer = await owner.post(path, { ...now.fields, [name]: attack });
      expect({ path, name, isRun: isRun(answer) }).toEqual({ path, name, isRun: false });
      entered += 1;
    }
  }
  expect(entered).toBeGreaterThan(60);
  const after = await crawl();
  expect(after.filter(isRun).map(({ path }) => path)).toEqual([]);
  expect(after.some(({ text }) => text.includes('&lt;script&gt;alert(1)&lt;/script&gt;'))).toBe(true);
});
