import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBackstage, SCENES } from './scenes.js';

/** The page of a checkout that cannot be paid explains what happened, the next step, and whom to contact. */

let back: Awaited<ReturnType<typeof openBackstage>>;
beforeAll(async () => {
  back = await openBackstage();
});
afterAll(() => back.stage.close());

interface State {
  readonly happened: string | RegExp;
  readonly next: readonly (string | RegExp)[];
  /** Labels of the buttons and links in the page's content. */
  readonly actions: readonly string[];
}

const PICKED_UP = 'The shop prepares your order. You can collect it on the days below.';
const STATES: Readonly<Record<string, State>> = {
  done: {
    happened: 'Thank you, Ada Lovelace',
    next: [
      /Order \d{4}/,
      'The shop can reach you at ada@example.com.',
      'The shop prepares your order and sends it to you.',
      /Standard shipping: Arrives \w{3}, Nov \d+\s–\s\w{3}, Nov \d+/,
      'Keepsake mug',
      'Engraving: For Ada',
      'Total\t$151.22',
    ],
    actions: ['See and print your order'],
  },
  'done-invoice': {
    happened: 'Thank you, Ada Lovelace',
    next: [PICKED_UP, 'You get an invoice, which is due by December 4, 2026.', 'How to pay: '],
    actions: ['See and print your order'],
  },
  pending: {
    happened: 'Your payment is being processed',
    next: ['This page updates by itself', 'Please do not pay a second time.', 'In your cart', 'Steel vacuum flask'],
    actions: ['Check again'],
  },
  confirm: {
    happened: 'Your payment needs one more step',
    next: [
      'You then come back to this page.',
      /You have time until Nov \d+, 2026/,
      'In your cart',
      'Steel vacuum flask',
    ],
    actions: ['Complete the payment'],
  },
  'test-bank': {
    happened: 'Test bank',
    next: ['No money moves.'],
    actions: ['Confirm', 'Do not confirm'],
  },
  canceled: {
    happened: 'This checkout was canceled',
    next: ['Nothing was charged.', 'You can put the same items into a new cart.', 'In your cart', 'Steel vacuum flask'],
    actions: ['Fill the cart again'],
  },
  expired: {
    happened: 'This cart has expired',
    next: ['Nothing was charged.', 'Nothing in it was changed for 6 hours.', 'Steel vacuum flask'],
    actions: ['Fill the cart again'],
  },
  empty: { happened: 'Your cart is empty', next: ['Ask your agent to put something into it.'], actions: [] },
};

describe.each(Object.entries(STATES))('%s', (name, { happened, next, actions }) => {
  test('explains what happened, the next step, and whom to contact', async () => {
    const url = (await SCENES[name]?.(back)) ?? '';
    const person = await back.stage.person(url);
    expect(await person.heading()).toBe(happened);
    const text = await person.text();
    for (const words of next) expect(text).toMatch(words);
    const shown = person.page.locator('main :is(button, a):visible');
    expect(await shown.allInnerTexts()).toEqual(actions);
    const ways = await person.page.getByRole('contentinfo').locator('.help a').all();
    expect(await Promise.all(ways.map((link) => link.getAttribute('href')))).toEqual([
      'mailto:hello@quillback.example',
      'tel:+15035550142',
    ]);
  });
});

test('the page of a payment in flight reloads without a script', async () => {
  const url = (await SCENES.pending?.(back)) ?? '';
  const [, seconds, to = ''] =
    /<noscript><meta http-equiv="refresh" content="(\d+); url=([^"]+)"><\/noscript>/.exec(
      await (await fetch(url)).text(),
    ) ?? [];
  expect(Number(seconds)).toBeLessThanOrEqual(10);
  expect(new URL(to, url).href).toBe(url);
  const { page } = await back.stage.person(url, { javaScriptEnabled: false });
  await page.getByRole('link', { name: 'Check again' }).click();
  expect(page.url()).toBe(url);
});
