import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LANGUAGES, type Language } from '../../src/texts/locale.js';
import { Merchant } from '../actors/merchant.js';
import { shopper } from '../actors/shopper.js';
import { checkEach } from '../support/cells.js';
import { partOf, volume } from '../support/volume.js';
import { type Agent, ordersOf } from './agent.js';
import { colorFaults, SHOP_COLORS } from './colors.js';
import type { Person } from './person.js';
import { openBackstage } from './scenes.js';

/**
 * A complete purchase in a browser, with several errors on the way: in each language, light and dark, with and without
 * scripts, and in each shop color. `npm run test:full` runs the whole matrix.
 */

let back: Awaited<ReturnType<typeof openBackstage>>;
let merchant: Merchant;
beforeAll(async () => {
  back = await openBackstage();
  merchant = new Merchant(back.stage.portal);
  await merchant.changeSettings(() => ({ terms_required: true }));
});
afterAll(() => back.stage.close());

type Color = keyof typeof SHOP_COLORS;

interface Way {
  readonly language: Language;
  readonly colorScheme: 'light' | 'dark';
  readonly javaScriptEnabled: boolean;
  readonly colors: readonly Color[];
}

const COLORS: readonly Color[] = ['black', 'yellow', 'navy', 'green', 'white', 'red'];
const ALL_WAYS: readonly Way[] = (['en', 'de', 'fr', 'es', 'it'] as const).flatMap((language) =>
  (['light', 'dark'] as const).flatMap((colorScheme) =>
    [true, false].map((javaScriptEnabled) => ({ language, colorScheme, javaScriptEnabled, colors: COLORS })),
  ),
);
const nameOf = ({ language, colorScheme, javaScriptEnabled }: Way) =>
  `${language}, ${colorScheme}, ${javaScriptEnabled ? 'scripts' : 'no scripts'}`;
const WAYS = volume<readonly Way[]>(
  [
    { language: 'de', colorScheme: 'dark', javaScriptEnabled: true, colors: ['black', 'yellow'] },
    { language: 'fr', colorScheme: 'light', javaScriptEnabled: false, colors: ['green', 'navy'] },
  ],
  ALL_WAYS,
  partOf(ALL_WAYS, 5, nameOf),
);

/** Words that shops use about orders, by language. */
const ARRIVED: Readonly<Record<Language, readonly [placed: string, delivered: string, expected: string]>> = {
  en: ['Placed', 'Delivered', 'Expected by'],
  de: ['Bestellt', 'Zugestellt', 'Voraussichtlich'],
  fr: ['Commande passée', 'Livrée', 'Prévu'],
  es: ['Pedido realizado', 'Entregado', 'Previsto'],
  it: ['Ordine effettuato', 'Consegnato', 'Previsto'],
};

const NOWHERE = { street_address: 'x', address_locality: 'y', postal_code: '9' };
const HOME = { ...NOWHERE, full_name: 'Ada Lovelace', street_address: '12 Main St', address_locality: 'Springfield' };
const DELIVERABLE = { ...HOME, postal_code: '97477' };
const BILLING = {
  billing_full_name: 'Byron KG',
  billing_street_address: 'Marienplatz 1',
  billing_postal_code: '80331',
  billing_address_locality: 'München',
};

/** A buyer on the checkout page, who uses their own language and is half a world away from the shop. */
class Walk {
  readonly agent: Agent;
  readonly person: Person;
  readonly page: Page;
  readonly way: Way;
  readonly texts;

  constructor(agent: Agent, person: Person, way: Way) {
    [this.agent, this.person, this.page, this.way] = [agent, person, person.page, way];
    this.texts = LANGUAGES[way.language];
  }

  field(name: string): Locator {
    return this.page.locator(`[id="${name}"]`);
  }

  async fill(entries: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, value] of Object.entries(entries)) await this.field(name).fill(value);
  }

  /** Presses the only button that continues. */
  continue(): Promise<void> {
    return this.person.settle(() => this.page.locator('.primary').first().click());
  }

  /** Saves the fields by leaving them or, without scripts, by pressing the button. */
  async save(): Promise<void> {
    const { javaScriptEnabled } = this.way;
    if (javaScriptEnabled) await this.page.locator('h1, h2').first().click({ force: true });
    else await this.person.settle(() => this.page.locator('.sections button.quiet').last().click());
  }

  pay(token: string): Promise<void> {
    return this.field('sandbox_card.token')
      .selectOption(token)
      .then(() => this.continue());
  }

  faults(): Promise<string[]> {
    return this.page.locator('#problem a').allInnerTexts();
  }

  marks(): Promise<number> {
    return this.page.locator('#problem, .error, [aria-invalid=true]').count();
  }

  /** Gives the shop each of the colors to test, and checks the page's colors. */
  async expectColors(selectors: Parameters<typeof colorFaults>[2]): Promise<void> {
    for (const name of this.way.colors) {
      await merchant.changeSettings(({ brand }) => ({ brand: { ...brand, accent_color: SHOP_COLORS[name] } }));
      await this.page.reload();
      expect([name, await colorFaults(this.page, SHOP_COLORS[name], selectors)]).toEqual([name, []]);
    }
  }
}

async function open(way: Way): Promise<Walk> {
  const { language, colorScheme, javaScriptEnabled } = way;
  const agent = await back.stage.agent([{ item: { id: 'pear-brandy' }, quantity: 1 }]);
  const options = { locale: language, javaScriptEnabled, timezoneId: 'Pacific/Kiritimati' };
  const person = await back.stage.person(agent.continue_url, options);
  await person.page.emulateMedia({ colorScheme });
  return new Walk(agent, person, way);
}

/** Checks the form in the buyer's language: contact, shipping or pickup, and the fields of either. */
async function expectForm({ page, person, texts, way }: Walk): Promise<void> {
  expect(await page.evaluate('document.documentElement.lang')).toBe(way.language);
  const fields = page.locator('.sections :is(input:not([type=hidden]), select):visible');
  const names = await fields.evaluateAll((all) => [...new Set(all.map((one) => one.getAttribute('name')))]);
  expect(names.slice(0, 4)).toEqual(['email', 'method', 'full_name', 'address_country']);
  const { contact, delivery, payment, billing_same, go_on } = texts.checkout;
  const headings = await page.locator('.sections h2').allInnerTexts();
  expect(headings).toEqual([contact, delivery, texts.order.billing, payment]);
  // The first button never charges, so no text about charging appears below it.
  expect(await person.primary()).toEqual([go_on]);
  expect(await person.text()).not.toContain(texts.payment.secure);
  expect(await page.locator('label:has(#billing_same) span:visible').first().innerText()).toBe(billing_same);
}

/** Checks that an error disappears with its cause. */
async function expectNoStaleError(walk: Walk): Promise<void> {
  const { texts, person } = walk;
  await walk.fill({ code: 'NOSUCH' });
  await person.press(texts.summary.add_code);
  expect(await walk.faults()).toEqual([`${texts.fields.code}: ${texts.problems.discount_code_invalid}`]);
  await walk.fill({ code: 'WELCOME10' });
  await person.press(texts.summary.add_code);
  expect(await walk.marks()).toBe(0);
}

/** Confirms the age and then accepts the terms; the page asks for one after the other. */
async function consent(walk: Walk): Promise<void> {
  const { texts, page } = walk;
  await expect.poll(() => walk.person.primary()).toEqual([texts.consent.age_button(21)]);
  await walk.continue();
  await expect.poll(() => walk.person.primary()).toEqual([texts.checkout.go_on]);
  await page.locator('#terms').check();
  if (!walk.way.javaScriptEnabled) await walk.continue();
  await expect.poll(() => walk.person.primary()).not.toEqual([texts.checkout.go_on]);
}

/** Checks that an undeliverable address is rejected, and that its errors are in the order and the words of the page. */
async function expectNoUndeliverableOrder(walk: Walk): Promise<void> {
  const { texts, page } = walk;
  await walk.fill({ email: 'ada@example.com', ...NOWHERE });
  await walk.save();
  await consent(walk);
  await walk.pay('tok_approve');
  const { errors, fields } = texts;
  expect(await walk.faults()).toEqual([
    `${fields.full_name}: ${errors.missing}`,
    `${fields.state}: ${errors.region}`,
    `${fields.zip_code}: ${errors.postal_code}`,
  ]);
  expect(await page.locator('[aria-invalid=true]').evaluateAll((all) => all.map(({ id }) => id))).toEqual([
    'full_name',
    'address_region',
    'postal_code',
  ]);
  expect(await ordersOf(walk.agent)).toBe(0);
  await walk.fill(DELIVERABLE);
  await walk.field('address_region').selectOption('OR');
  await walk.save();
  await expect.poll(() => walk.marks()).toBe(0);
}

/** Checks that a declined card takes the buyer to the payment, and that Back leads to a page of the shop. */
async function expectDeclined(walk: Walk): Promise<void> {
  const { texts, page } = walk;
  await walk.pay('tok_decline');
  const box = page.locator('section[aria-labelledby=payment] #problem');
  await box.waitFor();
  expect(await box.locator('p').innerText()).toBe(texts.problems.payment_failed);
  expect(await page.evaluate('document.activeElement.id')).toBe('problem');
  const response = await page.goBack();
  expect(response?.request().method() ?? 'GET').toBe('GET');
  expect(await page.locator('form.checkout').count()).toBe(1);
  await page.goForward();
  await box.waitFor();
}

/** Enters a separate billing address, and checks that the button's label fits the chosen payment method. */
async function enterBilling(walk: Walk): Promise<void> {
  const { page, texts } = walk;
  await walk.field('billing_same').uncheck();
  await walk.save();
  await walk.field('billing_address_country').selectOption('DE');
  await walk.save();
  await expect.poll(() => walk.field('billing_address_region').count()).toBe(0);
  await walk.fill(BILLING);
  await page.locator('[name=handler_id][value=invoice]').check();
  await expect.poll(() => walk.person.primary()).toEqual([texts.payment.place_for(await totalOf(walk))]);
  await page.locator('[name=handler_id][value=sandbox_card]').check();
}

async function totalOf({ agent, way }: Walk): Promise<string> {
  const checkout_id = (await agent.cart('get_checkout')).id;
  const { data } = await shopper(back.stage.portal).ok('get_checkout', { checkout_id }, said(way));
  return data.totals.at(-1).display_text;
}

const said = ({ language }: Way) => ({ 'accept-language': language });

/** Checks the promised days on a page whose browser is across the date line from the shop. */
async function expectDays({ agent, page, way }: Walk): Promise<void> {
  const checkout_id = (await agent.cart('get_checkout')).id;
  const { data } = await shopper(back.stage.portal).ok('get_checkout', { checkout_id }, said(way));
  const [{ options, selected_option_id }] = data.fulfillment.methods[0].groups;
  const { days } = options.find(({ id }: { id: string }) => id === selected_option_id);
  expect(await page.locator('.choice:has([name=selected_option_id]:checked)').innerText()).toContain(days);
}

/** Checks the order's page before and after delivery. */
async function expectOrder(walk: Walk): Promise<void> {
  const { agent, page, texts, way } = walk;
  const { order } = await agent.cart('get_checkout');
  const { data } = await shopper(back.stage.portal).ok('get_order', { order_id: order.id }, said(way));
  const [{ fulfillable_by }] = data.fulfillment.expectations;
  const [placed, delivered, expected] = ARRIVED[way.language];
  await page.goto(order.permalink_url);
  for (const part of [texts.order.expected_by(fulfillable_by), 'Byron KG', 'Marienplatz 1', '80331 München', placed])
    expect(await walk.person.text()).toContain(part);
  const line_items = data.line_items.map(({ id, quantity }: { id: string; quantity: { total: number } }) => ({
    id,
    quantity: quantity.total,
  }));
  for (const type of ['shipped', 'delivered'])
    await back.merchant.ok('record_fulfillment_event', { order_id: order.id, type, line_items });
  await page.reload();
  expect(await walk.person.badges()).toContain(delivered);
  expect(await walk.person.text()).not.toContain(expected);
  await walk.expectColors({ links: 'main a:not(.button), footer a' });
}

async function buy(way: Way): Promise<void> {
  const walk = await open(way);
  await expectForm(walk);
  await expectNoStaleError(walk);
  await expectNoUndeliverableOrder(walk);
  await expectDeclined(walk);
  await walk.expectColors({
    surfaces: '.primary, .button',
    links: 'main a:not(#problem a), footer a',
    boxes: 'input:checked',
  });
  await enterBilling(walk);
  await expectDays(walk);
  await walk.fill({ code: 'NOSUCH' });
  await walk.pay('tok_approve');
  const thanks = walk.texts.states.thanks('Ada Lovelace');
  await expect.poll(() => walk.person.heading()).toBe(thanks);
  await walk.page.goBack();
  expect(await walk.person.heading()).toBe(thanks);
  expect(await ordersOf(walk.agent)).toBe(1);
  await expectOrder(walk);
}

test('every buyer gets an order, and each error disappears with its cause', () => checkEach(WAYS, nameOf, buy));
