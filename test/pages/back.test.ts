import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Agent, ordersOf, PICKUP, readyFor } from './agent.js';
import { ACCEPTED, DECLINED, type Person } from './person.js';
import { openStage, type Stage } from './stage.js';

/**
 * After a rejected form, the page is always the response to a GET, and shows each error as long as the portal reports
 * it.
 */

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const WINDOWS: readonly [string, BrowserContextOptions][] = [
  ['scripts', {}],
  ['no scripts', { javaScriptEnabled: false }],
];

const cartWith = async (item: string) => readyFor(await stage.agent([{ id: 'line', item: { id: item }, quantity: 1 }]));
const primary = ({ page }: Person) => page.locator('.primary').first();
const box = ({ page }: Person) => page.locator('#problem');

/** The page must be the checkout. Its URL may contain only the test card and the mark of a rejected form. */
function expectHome({ page }: Person, agent: Agent): void {
  const { origin, pathname, searchParams } = new URL(page.url());
  expect(`${origin}${pathname}`).toBe(agent.continue_url);
  const names = [...searchParams.keys()].filter((name) => name !== 'sandbox_card.token');
  expect(names.filter((name) => name !== 'rejected')).toEqual([]);
}

describe.each(WINDOWS)('with %s', (_name, options) => {
  const scripts = options.javaScriptEnabled !== false;

  test('shows no browser error page if the buyer goes back over a rejected form', async () => {
    const agent = await cartWith('chef-knife');
    const person = await stage.person(agent.continue_url, options);
    const { page } = person;
    await person.pay(DECLINED);
    expectHome(person, agent);
    await page.reload();
    expect(await person.problem()).toEqual([expect.stringContaining('was declined')]);
    await page.getByLabel('Email').fill('nobody');
    await person.settle(() => primary(person).click());
    expect(await page.getByLabel('Email').inputValue()).toBe('nobody');
    expectHome(person, agent);
    await page.getByLabel('Email').fill('ada@example.com');
    await person.pay(ACCEPTED);
    await expect.poll(() => person.heading()).toMatch(/^Thank you/);
    for (const _step of [1, 2, 3]) {
      const response = await page.goBack();
      expect(await person.heading()).toMatch(/^Thank you/);
      expect(response?.request().method() ?? 'GET').toBe('GET');
    }
    expect(await ordersOf(agent)).toBe(1);
  });

  test('after a declined card, takes the buyer back to the payment, and shows the reason', async () => {
    const agent = await cartWith('rolling-pin');
    const person = await stage.person(agent.continue_url, { ...options, viewport: { width: 390, height: 844 } });
    await person.pay(DECLINED);
    const { page } = person;
    expect(await page.evaluate('document.activeElement.id')).toBe('problem');
    const place = await box(person).boundingBox();
    expect(place?.y).toBeGreaterThanOrEqual(0);
    expect(place?.y).toBeLessThan(844 / 2);
    expect(await page.locator('section[aria-labelledby=payment] #problem').count()).toBe(1);
    await box(person).getByRole('link').click();
    expect(new URL(page.url()).hash).toBe('#handler_id');
    await person.look();
  });

  test('lists errors by the labels of their fields, in the order of the fields on the page', async () => {
    const agent = await stage.agent([{ item: { id: 'vacuum-flask' }, quantity: 1 }]);
    const person = await stage.person(agent.continue_url, options);
    await person.page.getByLabel('Street and house number').fill('12 Main St');
    await person.settle(() => primary(person).click());
    await person.page.getByLabel('Email').fill('nobody');
    await person.settle(() => primary(person).click());
    const listed = await box(person).getByRole('link').allInnerTexts();
    const names = listed.map((text) => text.split(':')[0] ?? '');
    expect(names.slice(0, 1)).toEqual(['Email']);
    const ids = await box(person)
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    const onPage = await person.page
      .locator('[aria-invalid=true]')
      .evaluateAll((fields) => fields.map((field) => `#${field.id}`));
    expect(ids).toEqual(onPage);
    const labels = await person.page
      .locator('label:has(+ [aria-invalid=true])')
      .evaluateAll((all) => all.map((label) => label.firstChild?.textContent));
    expect(names).toEqual(labels);
  });

  test('removes each error that the portal no longer reports', async () => {
    const agent = await stage.agent([{ item: { id: 'enamel-mug' }, quantity: 1 }]);
    await agent.cart('select_fulfillment', PICKUP);
    const person = await stage.person(agent.continue_url, options);
    const { page } = person;
    await page.getByLabel('Discount code').fill('NOSUCH');
    await person.press('Apply');
    expect(await box(person).count()).toBe(1);
    await page.getByLabel('Discount code').fill('WELCOME10');
    await person.press('Apply');
    expect(await page.locator('#problem, .error, [aria-invalid=true]').count()).toBe(0);
    await person.settle(() => primary(person).click());
    expect(await box(person).getByRole('link').allInnerTexts()).toEqual([expect.stringMatching(/^Email: /)]);
    await page.getByLabel('Email').fill('ada@example.com');
    if (scripts) await page.getByLabel('Email').blur();
    else await person.settle(() => page.getByRole('button', { name: 'Save and update the total' }).first().click());
    await expect.poll(() => page.locator('#problem, .error, [aria-invalid=true]').count()).toBe(0);
  });
});

test('updates the list of missing entries while the form is filled in, and keeps partial input', async () => {
  const agent = await stage.agent([{ item: { id: 'vacuum-flask' }, quantity: 1 }]);
  const person = await stage.person(agent.continue_url);
  const { page } = person;
  await page.getByLabel('Street and house number').fill('12 Main St');
  await page.getByLabel('Street and house number').blur();
  await expect.poll(() => person.primary()).toEqual([expect.stringMatching(/^Pay /)]);
  await person.settle(() => primary(person).click());
  const email = box(person).getByRole('link', { name: /^Email/ });
  expect(await email.count()).toBe(1);
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('City or town').pressSequentially('Spri');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => email.count()).toBe(0);
  expect(
    await box(person)
      .getByRole('link', { name: /^ZIP code/ })
      .count(),
  ).toBe(1);
  expect(await page.evaluate('[document.activeElement.value, document.activeElement.selectionStart]')).toEqual([
    'Spri',
    3,
  ]);
});
