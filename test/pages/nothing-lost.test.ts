import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeItem } from '../support/tenants.js';
import { partOf, volume } from '../support/volume.js';
import { setStock } from '../surface/messages/scene.js';
import { type Agent, EMAIL, type LineInput, ordersOf } from './agent.js';
import { ACCEPTED, DECLINED, type Person } from './person.js';
import { openStage, type Stage } from './stage.js';

/** After any mishap between a person and their order, no input is lost, and the person pays once and gets one order. */

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const PHONE = { viewport: { width: 390, height: 844 } };
const DESKTOP = { viewport: { width: 1280, height: 800 } };
const WINDOWS: readonly (readonly [string, BrowserContextOptions])[] = [
  ['a phone', PHONE],
  ['a desktop without scripts', { ...DESKTOP, javaScriptEnabled: false }],
  ['a desktop', DESKTOP],
  ['a phone without scripts', { ...PHONE, javaScriptEnabled: false }],
];

const TYPED = {
  Email: 'grace@example.com',
  'Full name': 'Grace Hopper',
  'Street and house number': '12 Main St',
  'Apartment, floor': '4b',
  'City or town': 'Springfield',
  State: 'OR',
  'ZIP code': '97477',
  Phone: '+1 503 555 0100',
  'Delivery instructions': 'Ring twice.',
};
type Label = keyof typeof TYPED;

interface Scene {
  readonly agent: Agent;
  readonly person: Person;
  /** Opens another window of the same kind on the same checkout. */
  another(): Promise<Person>;
}

interface Mishap {
  /** Items in addition to an engraved mug. */
  readonly items?: readonly LineInput[];
  /** Calls that the agent makes after choosing a delivery option and before the person opens the page. */
  readonly prepare?: (agent: Agent) => Promise<unknown>;
  /** Field that the person leaves empty. */
  readonly without?: Label;
  /** Discount code that the person types. */
  readonly code?: string;
  happens(scene: Scene): Promise<unknown>;
  /** Action with which the person fixes the problem. */
  fix?(scene: Scene): Promise<unknown>;
}

const one = (id: string): LineInput => ({ id, item: { id }, quantity: 1 });
const field = ({ page }: Person, label: string) => page.getByLabel(label).filter({ visible: true }).first();

const cards = ({ page }: Person) => page.getByLabel('Card', { exact: true });

async function unfold({ page }: Person): Promise<void> {
  const folded = page.locator('details.summary:not([open]) > summary');
  if (await folded.isVisible()) await folded.click();
}

const press =
  (name: string) =>
  async ({ person }: Scene): Promise<void> => {
    await unfold(person);
    await person.press(name);
  };

/** Selects a card and presses the button that continues, once more if the page reports a changed total. */
async function goOn(person: Person, card: string): Promise<void> {
  const { page } = person;
  await cards(person).selectOption(card);
  for (const isFirst of [true, false])
    if (isFirst || (await page.locator('#said.note').isVisible()))
      await person.settle(() => page.locator('.primary').click());
}

const tells = async (person: Person, words: string) =>
  expect(await person.problem()).toEqual([expect.stringContaining(words)]);

/** Waits until the last change is saved, since the mishap must not hit a save in flight. */
const isSaved = ({ page }: Person, agent: Agent) =>
  expect
    .poll(async () => {
      const { line_items } = await agent.cart('get_checkout');
      const served = await (await page.request.get(agent.continue_url)).text();
      const shown = await page.locator('[name=version]').getAttribute('value');
      return [line_items[0].properties, /name="version" value="(\d+)"/.exec(served)?.[1] === shown];
    })
    .toEqual([[expect.objectContaining({ value: 'For Ada' })], true]);

/** Sets a buyer, a full address and a delivery option, so that the person can pay without entering more. */
async function readyToShip(agent: Agent): Promise<void> {
  await agent.cart('set_buyer', EMAIL);
  const destination = { full_name: 'Ada Lovelace', street_address: '1 Pine St', address_locality: 'Salem' };
  const place = { address_region: 'OR', postal_code: '97301', address_country: 'US' };
  await agent.cart('set_destination', { destination: { ...destination, ...place } });
  await agent.cart('select_fulfillment', { selected_option_id: 'standard' });
}

let price = 4_000;

const MISHAPS: Readonly<Record<string, Mishap>> = {
  'a code that is not known': {
    code: 'NOSUCH',
    happens: press('Apply'),
    async fix({ person }) {
      await unfold(person);
      await field(person, 'Discount code').fill('');
    },
  },
  'a code': { code: 'WELCOME10', happens: press('Apply') },
  'a line that is removed': { items: [one('enamel-mug')], happens: press('Remove Enamel camp mug') },
  'a code that is removed': {
    prepare: (agent) => agent.cart('apply_discount', { code: 'WELCOME10' }),
    happens: press('Remove the code WELCOME10'),
  },
  'the key Enter in a field': {
    happens: ({ person }) => person.settle(() => field(person, 'Phone').press('Enter')),
  },
  'an address without a street': {
    without: 'Street and house number',
    happens: ({ person }) => goOn(person, ACCEPTED),
    fix: ({ person }) => field(person, 'Street and house number').fill('12 Main St'),
  },
  'no email': {
    without: 'Email',
    happens: ({ person }) => goOn(person, ACCEPTED),
    fix: ({ person }) => field(person, 'Email').fill(TYPED.Email),
  },
  'an approval': {
    items: [{ ...one('gooseneck-kettle'), quantity: 20 }],
    prepare: readyToShip,
    happens: ({ person }) => person.settle(() => person.page.getByRole('button', { name: /^Approve / }).click()),
  },
  'an age': { items: [one('oregon-pinot-noir')], prepare: readyToShip, happens: press('I am 21 or older') },
  'another tab': {
    items: [one('enamel-mug')],
    async happens({ person, another }) {
      const other = await another();
      await unfold(other);
      await other.press('Remove Enamel camp mug');
      await goOn(person, ACCEPTED);
      await tells(person, 'The cart was changed');
    },
  },
  'the agent': {
    async happens({ agent, person }) {
      await agent.cart('add_line_items', { line_items: [one('sea-salt')] });
      await goOn(person, ACCEPTED);
      await tells(person, 'The cart was changed');
    },
  },
  'a price': {
    items: [one('pepper-mill')],
    prepare: readyToShip,
    async happens({ person }) {
      price += 100;
      await changeItem(stage.portal, 'pepper-mill', { price });
      await goOn(person, ACCEPTED);
      await tells(person, 'The total has changed');
    },
  },
  'the last unit': {
    items: [{ ...one('jam-jars'), quantity: 2 }],
    prepare: readyToShip,
    async happens({ person }) {
      await setStock(stage.portal, 'jam-jars', 1);
      await goOn(person, ACCEPTED);
      await tells(person, 'not in stock');
      expect(await person.text()).toContain('There is not enough of this in stock.');
    },
    async fix({ person }) {
      await setStock(stage.portal, 'jam-jars', 100);
      await unfold(person);
      await person.page.getByLabel(/^Quantity of .*jar/i).fill('1');
    },
  },
  'a card that is declined': {
    prepare: readyToShip,
    async happens({ person }) {
      await goOn(person, DECLINED);
      await tells(person, 'was declined');
      expect(await cards(person).inputValue()).toBe('tok_decline');
    },
  },
  'a look at the terms': {
    async happens({ person: { page } }) {
      const opened = page.context().waitForEvent('page');
      await page.getByRole('link', { name: 'Terms of service' }).click();
      await (await opened).close();
    },
  },
};

/** At full volume, each mishap in each kind of window; otherwise in only one kind, in turn, or two that are drawn. */
const CELLS = Object.keys(MISHAPS).flatMap((name, index) => {
  const drawn = partOf(WINDOWS, 2, ([window]) => `${name}, ${window}`);
  const windows = volume(WINDOWS.slice(index % 4, (index % 4) + 1), WINDOWS, drawn);
  return windows.map(([window, options]) => ({ name, window, options }));
});

test.each(CELLS)('loses no input and places one order after $name, on $window', async ({ name, options }) => {
  const mishap = MISHAPS[name] ?? expect.unreachable();
  const agent = await stage.agent([one('keepsake-mug'), ...(mishap.items ?? [])]);
  await agent.cart('set_destination', { destination: { address_country: 'US', address_region: 'OR' } });
  await agent.cart('select_fulfillment', { selected_option_id: 'standard' });
  await mishap.prepare?.(agent);
  const person = await stage.person(agent.continue_url, options);
  const typed = Object.entries({ ...TYPED, Engraving: 'For Ada' }).filter(([label]) => label !== mishap.without);
  await unfold(person);
  for (const [label, text] of typed) {
    const one = field(person, label);
    await (label === 'State' ? one.selectOption(text) : one.fill(text));
  }
  await cards(person).selectOption(ACCEPTED);
  if (mishap.code !== undefined) await field(person, 'Discount code').fill(mishap.code);
  if (options.javaScriptEnabled !== false) await isSaved(person, agent);
  const scene = { agent, person, another: () => stage.person(agent.continue_url, options) };
  await mishap.happens(scene);
  await unfold(person);
  for (const [label, text] of typed) expect([label, await field(person, label).inputValue()]).toEqual([label, text]);
  expect(await cards(person).inputValue()).not.toBe('');
  if (mishap.code === 'NOSUCH') expect(await field(person, 'Discount code').inputValue()).toBe('NOSUCH');
  if (mishap.code === 'WELCOME10') expect(await person.text()).toContain('(WELCOME10');
  await mishap.fix?.(scene);
  expect(await ordersOf(agent)).toBe(0);
  await goOn(person, ACCEPTED);
  // Without scripts, the page first shows the corrected total.
  if ((await person.page.locator('[data-code=total_changed]').count()) > 0) await goOn(person, ACCEPTED);
  expect(await person.heading()).toMatch(/^Thank you/);
  const { order, buyer } = await agent.cart('get_checkout');
  expect([buyer.email, await ordersOf(agent)]).toEqual([TYPED.Email, 1]);
  const { line_items } = await agent.call('get_order', { order_id: order.id });
  expect(line_items[0].properties).toEqual([expect.objectContaining({ value: 'For Ada' })]);
});
