import { afterAll, beforeAll, expect, test } from 'vitest';
import { hiddenFields, postForm } from '../actors/buyer-page.js';
import { readyCart, shopper } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { stillClock } from '../support/still-clock.js';

/** Transfer of a rejected form from the redirect to the page that shows it. */

const clock = stillClock();
let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal({ clock });
});
afterAll(() => portal.close());

const OTHER = 'That did not work, and nothing was changed.';
const TYPED = { email: 'grace@', code: 'NOSUCH' };
const CARD_NUMBER = '4000000000000002';

async function rejected(buyer: string, typed: Readonly<Record<string, string>>) {
  const by = shopper(portal, { buyer });
  const { id: checkout_id } = await readyCart(by);
  const { data } = await by.ok('get_checkout', { checkout_id });
  const fields = { ...(await hiddenFields(data.continue_url)), ...typed };
  const response = await postForm(data.continue_url, 'pay', fields);
  const [cookie = ''] = response.headers.getSetCookie();
  const page = new URL(response.headers.get('location') ?? '', response.url);
  const open = async (at: URL, sent = cookie.split(';', 1)[0] ?? '') =>
    (await fetch(at, { headers: { cookie: sent } })).text();
  return { url: data.continue_url, response, cookie, page, open };
}

test('a rejected form reaches its page encrypted in a cookie, not in the URL', async () => {
  const { response, cookie, page, open } = await rejected('form-1', { ...TYPED, 'sandbox_card.number': CARD_NUMBER });
  expect(response.status).toBe(303);
  expect(page.href).not.toMatch(/grace|NOSUCH|4000/);
  expect(cookie).toMatch(/^form=[\w-]+; Max-Age=600; HttpOnly; SameSite=Strict$/);
  const text = await open(page);
  expect(text).toContain('value="grace@"');
  expect(text).toContain('value="NOSUCH"');
  expect(text).toContain('Please enter an email address such as name@example.com.');
  expect(text).not.toContain(CARD_NUMBER);
});

test('a rejected form is not shown at another URL or checkout, without its cookie, or after ten minutes', async () => {
  const { url, page, open } = await rejected('form-2', TYPED);
  const other = await rejected('form-3', TYPED);
  expect(await open(new URL(url))).not.toMatch(/grace@|role="alert"/);
  const lost = [open(page, ''), open(page, 'form=AAAAAAAA'), other.open(new URL(`${url}${other.page.search}`))];
  for (const text of await Promise.all(lost)) {
    expect(text).not.toContain('value="grace@"');
    expect(text).toContain(OTHER);
  }
  clock.advance(11 * 60 * 1000);
  expect(await open(page)).not.toContain('value="grace@"');
});

test('a rejected form fits into a cookie regardless of its length, and keeps its short entries', async () => {
  const noise = Array.from({ length: 9_000 }, (_value, index) => (index * 7_919).toString(36)).join('');
  const { cookie, page, open } = await rejected('form-4', { ...TYPED, instructions: noise });
  expect(cookie.length).toBeLessThan(4_096);
  expect(await open(page)).toContain('value="grace@"');
});

test('a rejected form is removed by the next form that succeeds', async () => {
  const { url, cookie } = await rejected('form-5', TYPED);
  const headers = { cookie: cookie.split(';', 1)[0] ?? '' };
  const body = new URLSearchParams(await hiddenFields(url));
  const response = await fetch(`${url}/save`, { method: 'POST', headers, body, redirect: 'manual' });
  expect(response.headers.getSetCookie()).toEqual(['form=; Max-Age=0; HttpOnly; SameSite=Strict']);
});
