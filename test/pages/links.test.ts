import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stillClock } from '../support/still-clock.js';
import { type Agent, blocking, ordersOf, readyFor } from './agent.js';
import { auditOf } from './audit.js';
import { chromiumPath } from './chromium-path.js';
import { ACCEPTED } from './person.js';
import { openStage, type Stage } from './stage.js';

const HOUR = 60 * 60 * 1000;
const clock = stillClock();
let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ clock });
});
afterAll(() => stage.close());

const NO_PAGE = 'This link does not work';

async function open(url: string, options: RequestInit = {}) {
  const response = await fetch(url, options);
  return { status: response.status, text: await response.text() };
}

/** Submits a form that no page offers, and follows the redirect with the received cookies, like a browser. */
async function post(url: string, form: Readonly<Record<string, string>>) {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  const location = response.headers.get('location');
  if (location === null) return { status: response.status, text: await response.text() };
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return open(new URL(location, url).href, { headers: { cookie: cookies.join('; ') } });
}

/** Creates a cart that needs an age confirmation. */
const wine = async (): Promise<Agent> =>
  readyFor(await stage.agent([{ item: { id: 'oregon-pinot-noir' }, quantity: 1 }]));

describe('the link to an unknown or closed cart', () => {
  test('shows a canceled checkout, and accepts nothing more', async () => {
    const agent = await readyFor(await stage.agent([{ item: { id: 'chef-knife' }, quantity: 1 }]));
    const person = await stage.person(agent.continue_url);
    await agent.cart('cancel_checkout');
    await person.pay(ACCEPTED);
    expect(await ordersOf(agent)).toBe(0);
    expect(person.page.url()).toBe(agent.continue_url);
    expect(await person.heading()).toBe('This checkout was canceled');
    expect(await person.problem()).toEqual([]);
    expect(await person.page.locator('form.checkout').count()).toBe(0);
    await person.look();
  });

  test('shows an abandoned cart as expired, and stops working 30 days later', async () => {
    const agent = await readyFor(await stage.agent([{ item: { id: 'chef-knife' }, quantity: 1 }]));
    const person = await stage.person(agent.continue_url);
    clock.advance(6 * HOUR);
    await person.pay(ACCEPTED);
    expect(await person.heading()).toBe('This cart has expired');
    expect(await person.primary()).toEqual(['Fill the cart again']);
    expect(await ordersOf(agent)).toBe(0);
    await person.look();
    clock.advance(30 * 24 * HOUR);
    expect((await person.page.reload())?.status()).toBe(404);
    expect(await person.text()).toContain(NO_PAGE);
  });

  test.each(['checkout', 'orders'])('shows an error page for a forged link to %s', async (kind) => {
    const agent = await wine();
    const forged = `${agent.continue_url.replace('/checkout/', `/${kind}/`).slice(0, -1)}~`;
    const person = await stage.person(forged);
    expect((await person.page.reload())?.status()).toBe(404);
    expect(await person.text()).toContain(NO_PAGE);
    expect(await person.text()).not.toContain('pinot');
    expect(await person.page.locator('form').count()).toBe(0);
    await person.look();
    const sent = await post(`${forged}/confirm-age`, { version: '1', years: '21' });
    expect(sent.status).toBe(404);
    expect(await blocking(agent)).toEqual(['age_verification_required']);
  });

  test.each(['nothing', 'complete', 'constructor', '__proto__', 'toString'])(
    'rejects %s as an action',
    async (action) => {
      const agent = await wine();
      const { status, text } = await post(`${agent.continue_url}/${action}`, { version: '1' });
      expect(status).toBe(404);
      expect(text).toContain(NO_PAGE);
    },
  );
});

describe('forms that were not filled in on the page', () => {
  test.each([
    ['no version', {}],
    ['an empty version', { version: '' }],
    ['the version *', { version: '*' }],
    ['several versions', { version: '1", "2", "3", "4", "5' }],
    ['an old version', { version: '1' }],
  ])('change nothing, and the page explains why: %s', async (_name, form) => {
    const agent = await wine();
    const { text } = await post(`${agent.continue_url}/confirm-age`, { years: '21', ...form });
    expect(text).toContain('Your entries are kept, and nothing was charged.');
    expect(await blocking(agent)).toEqual(['age_verification_required']);
  });

  test.each([
    ['an empty total', { expected_total: '' }, 'The total has changed since you saw it.'],
    ['a total in words', { expected_total: 'all' }, 'One of the entries is not valid.'],
    [
      'an unknown card',
      { 'sandbox_card.token': 'tok_free' },
      'This payment method cannot be used. Nothing was charged.',
    ],
    ['an unknown handler', { handler_id: 'nobody' }, 'This payment method cannot be used. Nothing was charged.'],
  ])('charge nothing, and the page explains why: %s', async (_name, wrong, words) => {
    const agent = await readyFor(await stage.agent([{ item: { id: 'rolling-pin' }, quantity: 1 }]));
    const { text } = await open(agent.continue_url);
    const version = /name="version" value="(\d+)"/.exec(text)?.[1] ?? '';
    const good = { version, expected_total: '2789', handler_id: 'sandbox_card', 'sandbox_card.token': 'tok_approve' };
    const pay = `${agent.continue_url}/pay`;
    expect((await post(pay, { ...good, ...wrong })).text).toContain(words);
    expect(await ordersOf(agent)).toBe(0);
    expect((await post(pay, good)).text).toContain('Thank you, Ada Lovelace');
  });
});

describe('the checks that other tests use', () => {
  test("see the page's colors change with the reader's color scheme", async () => {
    const { page } = await stage.person(`${stage.portal.url}/checkout/none`);
    const colors = async (colorScheme: 'light' | 'dark') => {
      await page.emulateMedia({ colorScheme });
      return page.evaluate<string>(`getComputedStyle(document.body).backgroundColor`);
    };
    expect(await colors('light')).toBe('rgb(255, 255, 255)');
    expect(await colors('dark')).not.toBe('rgb(255, 255, 255)');
  });

  test('detect a picture without alt text, low contrast and a page that is too wide', async () => {
    const html =
      '<html lang="en"><title>x</title><main><h1>x</h1><img src="x"><p style="color:#ccc;width:2000px">x</p></main>';
    const found = (await auditOf(stage.auditor, `data:text/html,${encodeURIComponent(html)}`)).map(({ rule }) => rule);
    expect(found).toEqual(expect.arrayContaining(['image-alt, light', 'color-contrast, light']));
    expect(found).toContain('no scrolling sideways at 360');
  });

  test('explain how to install a browser if there is none', () => {
    expect(() => chromiumPath(['/nowhere'])).toThrow('apt-get install chromium-headless-shell');
  });
});
