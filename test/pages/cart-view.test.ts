import type { Client } from '@modelcontextprotocol/client';
import { RESOURCE_MIME_TYPE } from '@modelcontextprotocol/ext-apps/server';
import axe from 'axe-core';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ADDRESS } from '../../src/demo/agent.js';
import type { ShopSettings } from '../../src/domain/shop/shop.js';
import { CART_VIEW, VIEW_TYPE } from '../../src/mcp/view/cart-view.js';
import type { Language } from '../../src/texts/locale.js';
import { Merchant } from '../actors/merchant.js';
import { checkEach } from '../support/cells.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { volume } from '../support/volume.js';
import { EMAIL, PICKUP } from './agent.js';
import { runAxe } from './audit.js';
import { closeWindows, openBrowser } from './browser.js';
import { colorFaults, SHOP_COLORS } from './colors.js';
import { type Chat, type ChatOptions, connected, openChat } from './view-host.js';

let portal: TestPortal;
let browser: Browser;
beforeAll(async () => {
  [portal, browser] = await Promise.all([startPortal(), openBrowser()]);
});
afterAll(async () => {
  await closeWindows(browser);
  await portal.close();
});

const MUGS = { item: { id: 'enamel-mug' }, quantity: 2 };

interface Scene {
  readonly client: Client;
  readonly chat: Chat;
  readonly checkout_id: string;
  text(): Promise<string>;
  press(button: string): Promise<void>;
  /** The checkout as `get_checkout` returns it. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose form they assert
  checkout(): Promise<any>;
}

async function openScene(options: ChatOptions = {}): Promise<Scene> {
  const client = await connected(portal);
  const data = async (name: string, args: Record<string, unknown> = {}) => {
    const { content } = await client.callTool({ name, arguments: args });
    const [block] = content;
    return JSON.parse(block?.type === 'text' ? block.text : '').data;
  };
  const { id: checkout_id } = await data('get_cart');
  const chat = await openChat(browser, client, options);
  return {
    client,
    chat,
    checkout_id,
    text: () => chat.frame.locator('main').innerText(),
    press: (name) => chat.frame.getByRole('button', { name, exact: true }).click(),
    checkout: () => data('get_checkout', { checkout_id }),
  };
}

/** Opens the view of a cart with two mugs. */
async function withMugs(options?: ChatOptions): Promise<Scene> {
  const scene = await openScene(options);
  await scene.chat.agent('add_line_items', { checkout_id: scene.checkout_id, line_items: [MUGS] });
  await expect.poll(scene.text).toContain('Enamel camp mug');
  return scene;
}

/** Changes settings of the shop for the rest of the test. */
async function withSettings(change: Partial<ShopSettings>): Promise<void> {
  const merchant = new Merchant(portal);
  const before = await merchant.settings();
  await merchant.replaceSettings({ ...before, ...change });
  onTestFinished(() => merchant.replaceSettings(before));
}

describe('the cart view as a resource', () => {
  test('is the only one listed, small, self-contained and of the right type', async () => {
    const client = await connected(portal);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri, mimeType }) => [uri, mimeType])).toEqual([[CART_VIEW, RESOURCE_MIME_TYPE]]);
    expect(VIEW_TYPE).toBe(RESOURCE_MIME_TYPE);
    const { contents } = await client.readResource({ uri: CART_VIEW });
    expect(contents).toMatchObject([
      { uri: CART_VIEW, mimeType: RESOURCE_MIME_TYPE, _meta: { ui: { csp: { resourceDomains: [portal.url] } } } },
    ]);
    const [page] = contents;
    const text = page && 'text' in page ? page.text : '';
    expect(Buffer.byteLength(text)).toBeLessThan(60_000);
    expect(text).toContain('<script type="module">');
    expect(text).not.toMatch(/\bsrc="|\bhref="|@import|\burl\(|\bimport /);
  });

  test('is linked from every tool that returns a cart, and from no other tool', async () => {
    const { tools } = await (await connected(portal)).listTools();
    const shown = tools.filter(({ _meta }) => _meta).map(({ name, _meta }) => ({ name, _meta }));
    expect(shown.map(({ _meta }) => _meta)).toEqual(shown.map(() => ({ ui: { resourceUri: CART_VIEW } })));
    expect(shown.map(({ name }) => name)).toEqual([
      'get_cart',
      'get_checkout',
      'add_line_items',
      'update_line_item',
      'remove_line_item',
      'set_buyer',
      'apply_discount',
      'remove_discount',
      'set_destination',
      'select_fulfillment',
      'complete_checkout',
      'cancel_checkout',
      'buy',
      'reorder',
    ]);
  });

  test('is the only one that can be read', async () => {
    const client = await connected(portal);
    await expect(client.readResource({ uri: 'ui://commerce/other' })).rejects.toMatchObject({ code: -32602 });
    expect((await client.listResourceTemplates()).resourceTemplates).toEqual([]);
  });
});

describe('a person with the view', () => {
  test('sees lines with pictures, totals, options and missing entries', async () => {
    const { chat, text } = await withMugs();
    const shown = [
      'Your cart',
      'Not complete yet',
      '$32.00',
      'Quillback Mercantile, Portland',
      'Your email address is missing.',
    ];
    for (const part of shown) await expect.poll(text).toContain(part);
    const width = () => chat.frame.evaluate<number>("document.querySelector('img.picture')?.naturalWidth ?? 0");
    await expect.poll(width).toBeGreaterThan(0);
    expect(chat.complaints).toEqual([]);
  });

  test("changes a quantity and the delivery with the agent's tools, and opens the checkout page", async () => {
    const { chat, text, press, checkout, checkout_id } = await withMugs();
    await press('One more: Enamel camp mug');
    await expect.poll(text).toContain('$48.00');
    expect((await checkout()).line_items).toMatchObject([{ quantity: 3 }]);
    await chat.frame.getByRole('radio', { name: /Quillback Mercantile/ }).check();
    await expect.poll(text).toContain('Tax');
    expect((await checkout()).fulfillment.methods[1].groups[0]).toMatchObject(PICKUP);
    expect(chat.told).toEqual([
      'The person changed the cart in its view. Enamel camp mug: quantity 3.',
      'The person changed the cart in its view. Delivery: Quillback Mercantile, Portland.',
    ]);
    await chat.agent('set_buyer', { checkout_id, ...EMAIL });
    await expect.poll(text).toContain('Ready to be paid');
    await press('Check and pay');
    await expect.poll(() => chat.opened).toEqual([(await checkout()).continue_url]);
    expect(chat.complaints).toEqual([]);
  });

  test("sees a line's variant in a summary and in the whole checkout", async () => {
    const { chat, text, checkout_id } = await openScene();
    const line_items = [{ item: { id: 'felt-slippers-m' }, quantity: 1 }];
    await chat.agent('add_line_items', { checkout_id, line_items });
    await expect.poll(text).toContain('Felt slippers (M)');
    await chat.agent('get_checkout', { checkout_id });
    await expect.poll(text).toContain('Felt slippers (M)');
    const plain = await openScene({ isPlain: true });
    const item = { id: 'tee-m', title: 'T-shirt', price: 250 };
    const options = [{ name: 'Size', value: 'M' }];
    const line = { id: 'l', item, options, quantity: 1, totals: [{ type: 'total', amount: 250 }] };
    const data = { id: 'chk_1', status: 'incomplete', currency: 'EUR', line_items: [line], totals: [] };
    await plain.chat.show({}, { content: [{ type: 'text', text: JSON.stringify({ data }) }] });
    await expect.poll(plain.text).toContain('T-shirt (M)');
  });

  test('removes a line', async () => {
    const { text, press, checkout } = await withMugs();
    await press('Remove: Enamel camp mug');
    await expect.poll(text).toContain('The cart is empty.');
    expect((await checkout()).line_items).toEqual([]);
  });

  test('sees the placed order, with a link to it as the only control', async () => {
    const { chat, client, text, press, checkout, checkout_id } = await withMugs();
    await client.callTool({ name: 'set_buyer', arguments: { checkout_id, ...EMAIL } });
    await client.callTool({ name: 'select_fulfillment', arguments: { checkout_id, ...PICKUP } });
    const { amount } = (await checkout()).totals.at(-1);
    const payment = { instruments: [{ id: 'i', handler_id: 'invoice' }] };
    await chat.agent('complete_checkout', { checkout_id, expected_total: amount, payment });
    await expect.poll(text).toContain('Your order');
    expect(await chat.frame.getByRole('button').allInnerTexts()).toEqual(['See the order']);
    await press('See the order');
    await expect.poll(() => chat.opened).toEqual([(await checkout()).order.permalink_url]);
  });
});

describe('the view after an error', () => {
  test('shows the error of a rejected change, and the current state of the cart', async () => {
    const { client, chat, text, press, checkout_id } = await withMugs();
    await client.callTool({ name: 'cancel_checkout', arguments: { checkout_id } });
    await press('One more: Enamel camp mug');
    const alerts = () => chat.frame.getByRole('alert').allInnerTexts();
    await expect.poll(alerts).toEqual(['This checkout has ended, so nothing was changed.']);
    expect(await text()).toContain('Canceled');
    expect(chat.told).toEqual([]);
  });

  test('shows the error of an agent’s call beside the cart, in words for people', async () => {
    const { chat, text, checkout_id } = await openScene();
    await chat.agent('apply_discount', { checkout_id, code: 'NO-SUCH-CODE' });
    const alerts = () => chat.frame.getByRole('alert').allInnerTexts();
    await expect.poll(alerts).toEqual(['This discount code is not known.']);
    expect(await text()).toContain('Your cart');
  });
});

const SUMMARY = {
  id: 'chk_1',
  status: 'incomplete',
  currency: 'EUR',
  line_items: [
    { id: 'l', item_id: 'i', title: '<b>Bold</b>', unit_price: 250, quantity: 2, total: 500 },
    { id: 'p', item_id: 'w', title: 'Wrapping', unit_price: 100, quantity: 1, parent_id: 'l', total: 100 },
  ],
  totals: { subtotal: 600, total: 600 },
  total_text: '€6.00',
  options: [{ id: 'o', title: 'Standard', price: 450, days: 'Wed, Nov 25 – Fri, Nov 27 (Pacific Time)' }],
  messages: [{ type: 'error', code: 'field_required', content: 'Set the buyer.' }],
};

test('shows the summary of a cart without controls in a host that cannot call tools', async () => {
  const { chat, text } = await openScene({ isPlain: true });
  await chat.show({}, { content: [{ type: 'text', text: JSON.stringify({ data: SUMMARY }) }] });
  const parts = [
    '<b>Bold</b>',
    '€5.00',
    'Subtotal\t€6.00',
    'Standard',
    '€4.50',
    SUMMARY.options[0]?.days,
    'Set the buyer.',
  ];
  for (const part of parts) await expect.poll(text).toContain(part);
  expect(await chat.frame.getByRole('button').count()).toBe(0);
  expect(await chat.frame.getByRole('radio').isDisabled()).toBe(true);
  expect(chat.complaints).toEqual([]);
});

test('shows the first letter of the title in place of a foreign or absent picture', async () => {
  const { chat } = await openScene({ isPlain: true });
  const elsewhere = { id: 'i', title: 'Éclair', price: 250, image_url: 'https://pictures.invalid/eclair.png' };
  const [bold, wrapping] = SUMMARY.line_items;
  const line_items = [
    bold,
    { ...wrapping, title: '“25” candles' },
    { id: 'm', item: elsewhere, quantity: 1, totals: [] },
  ];
  await chat.show({}, { content: [{ type: 'text', text: JSON.stringify({ data: { ...SUMMARY, line_items } }) }] });
  await expect.poll(() => chat.frame.locator('.picture').allInnerTexts()).toEqual(['B', '2', 'É']);
});

test('names discounts, fees and free delivery, both in a summary and in the whole checkout', async () => {
  await new Merchant(portal).putDiscount('TENTH', { title: 'A tenth off', kind: 'percent', value_ppm: 100_000 });
  const { chat, text, checkout_id } = await withMugs();
  await chat.agent('select_fulfillment', { checkout_id, ...PICKUP });
  await chat.agent('apply_discount', { checkout_id, code: 'TENTH' });
  for (const part of ['A tenth off\t-$3.20', 'Delivery\tFree']) await expect.poll(text).toContain(part);
  expect(await text()).not.toContain('$0.00');
  const plain = await openScene({ isPlain: true });
  const data = {
    ...SUMMARY,
    totals: { subtotal: 600, items_discount: -50, discount: -60, fulfillment: 0, fee: 45, total: 535 },
    discounts: [
      { title: 'Welcome', amount: 50 },
      { title: 'A tenth off', amount: 60 },
    ],
    fees: [{ title: 'Packing', amount: 45 }],
    options: [{ ...SUMMARY.options[0], price: 0 }],
  };
  await plain.chat.show({}, { content: [{ type: 'text', text: JSON.stringify({ data }) }] });
  const rows = ['Subtotal\t€6.00', 'Welcome\t-€0.50', 'A tenth off\t-€0.60', 'Delivery\tFree', 'Packing\t€0.45'];
  await expect.poll(plain.text).toContain([...rows, 'Total\t€5.35'].join('\n'));
  expect(await plain.chat.frame.locator('.options .amount').allInnerTexts()).toEqual(['Free']);
});

describe.each([
  ['Pacific/Auckland', 'New Zealand Time'],
  ['America/Los_Angeles', 'Pacific Time'],
])('promised days of a shop in %s', (time_zone, zone) => {
  const format = new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: time_zone,
  });
  const written = (...instants: string[]) =>
    `${[...new Set(instants.map((instant) => format.format(new Date(instant))))].join(' – ')} (${zone})`;

  test('are the same on pages, in the view and for agents, before and after the purchase', async () => {
    await withSettings({ time_zone });
    const { chat, client, text, checkout, checkout_id } = await withMugs();
    const call = async (name: string, args: object = {}) => {
      const { content } = await client.callTool({ name, arguments: { checkout_id, ...args } });
      const [block] = content;
      return JSON.parse(block?.type === 'text' ? block.text : '').data;
    };
    await call('set_buyer', EMAIL);
    const { options } = await call('set_destination', { destination: ADDRESS });
    const full = await checkout();
    const all = full.fulfillment.methods.flatMap(
      ({ groups }: { groups: { options: Promised[] }[] }) => groups[0]?.options,
    );
    const days = all.map((one: Promised) => written(one.earliest_fulfillment_time, one.latest_fulfillment_time));
    expect(days.length).toBeGreaterThan(2);
    for (const told of [all, options, await call('list_fulfillment_methods')])
      expect(told.map((one: Promised) => one.days)).toEqual(days);
    const page = (await (await fetch(full.continue_url)).text()).replaceAll(/<\/?small>/g, '');
    await chat.agent('get_checkout', { checkout_id });
    for (const day of days) {
      expect(page).toContain(day);
      await expect.poll(text).toContain(day);
    }
    const chosen = await call('select_fulfillment', { selected_option_id: 'standard' });
    const { earliest_fulfillment_time, latest_fulfillment_time } = all.find((one: Promised) => one.id === 'standard');
    expect(chosen.selected_days).toBe(written(earliest_fulfillment_time, latest_fulfillment_time));
    const payment = { instruments: [{ id: 'i', handler_id: 'invoice' }] };
    await chat.agent('complete_checkout', { checkout_id, expected_total: chosen.totals.total, payment });
    await expect.poll(text).toMatch(/^Your order/m);
    expect(await text()).toContain(chosen.selected_days);
    const { order } = await checkout();
    const placed = await client.callTool({ name: 'get_order', arguments: { order_id: order.id } });
    const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: time_zone });
    const by = `${long.format(new Date(latest_fulfillment_time))} (${zone})`;
    expect(JSON.stringify(placed.content)).toContain(by);
    expect(await (await fetch(order.permalink_url)).text()).toContain(`Expected by ${by}`);
  });
});

async function expectFit({ frame }: Chat, theme: 'light' | 'dark'): Promise<void> {
  const color = await frame.evaluate<string>('getComputedStyle(document.body).backgroundColor');
  expect(color).toBe(theme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(19, 22, 21)');
  await frame.evaluate(axe.source);
  const { violations, passes } = await runAxe(frame, { rules: { 'target-size': { enabled: true } } });
  expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([]);
  expect(passes.map(({ id }) => id)).toContain('color-contrast');
  expect(await frame.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
}

/** Words that the view shows for an incomplete cart; the last entry is the button of a cart that can be paid. */
const SAID = {
  en: ['Your cart', 'Not complete yet', 'Still missing', 'Your email address is missing.', 'Check and pay'],
  de: ['Ihr Warenkorb', 'Noch nicht vollständig', 'Es fehlt noch', 'Ihre E-Mail-Adresse fehlt.', 'Prüfen und bezahlen'],
  fr: ['Votre panier', 'À compléter', 'Il manque encore', 'Votre adresse e-mail manque.', 'Vérifier et payer'],
  es: ['Su carrito', 'Aún incompleto', 'Aún falta', 'Falta su correo electrónico.', 'Revisar y pagar'],
  it: ['Il suo carrello', 'Ancora incompleto', 'Manca ancora', 'Manca il suo indirizzo email.', 'Controlla e paga'],
} as const satisfies Readonly<Record<Language, readonly string[]>>;

test('the view uses the language of the shop, like the responses that it shows', async () => {
  await checkEach(
    volume<readonly Language[]>(['de'], ['en', 'de', 'fr', 'es', 'it']),
    (language) => language,
    async (language) => {
      await withSettings({ language });
      const { client, chat, text, checkout, checkout_id } = await openScene();
      await client.callTool({ name: 'set_destination', arguments: { checkout_id, destination: ADDRESS } });
      await chat.agent('add_line_items', { checkout_id, line_items: [MUGS] });
      expect(await chat.frame.evaluate('document.documentElement.lang')).toBe(language);
      const [ready, ...open] = [...SAID[language]].reverse();
      for (const word of open) await expect.poll(text).toContain(word);
      const { options } = (await checkout()).fulfillment.methods[0].groups[0];
      for (const { days } of options) await expect.poll(text).toContain(days);
      await client.callTool({ name: 'set_buyer', arguments: { checkout_id, ...EMAIL } });
      await chat.agent('select_fulfillment', { checkout_id, selected_option_id: options[0].id });
      await expect.poll(() => chat.frame.locator('.main').allInnerTexts()).toEqual([ready]);
    },
  );
});

interface Promised {
  readonly id: string;
  readonly days: string;
  readonly earliest_fulfillment_time: string;
  readonly latest_fulfillment_time: string;
}

test('the view names no shop if it is read with the key of an organization', async () => {
  const client = await connected(portal, portal.demo.organization_key);
  const { contents } = await client.readResource({ uri: CART_VIEW });
  expect(JSON.stringify(contents)).toContain('<!-- shop -->');
});

describe('the appearance of the view', () => {
  test.each(['light', 'dark'] as const)('is accessible with the shop’s name and colors: %s', async (theme) => {
    const name = '<i>Sun</i> & Sons';
    await checkEach(
      volume<readonly (keyof typeof SHOP_COLORS)[]>(['yellow'], ['black', 'yellow', 'navy', 'green', 'white', 'red']),
      (color) => color,
      async (color) => {
        const accent_color = SHOP_COLORS[color];
        await withSettings({ brand: { name, accent_color } });
        const { chat } = await withMugs({ theme });
        expect(await chat.frame.locator('.shop').innerText()).toMatch(/^I\s+<i>Sun<\/i> & Sons$/);
        await expect.poll(() => chat.frame.getByRole('radio').count()).toBeGreaterThan(0);
        await chat.frame.getByRole('radio').first().check();
        await expect.poll(() => chat.frame.locator('.main, .shop span').count()).toBe(2);
        expect(
          await colorFaults(chat.frame, accent_color, { surfaces: '.main, .shop span', links: 'a', boxes: ':checked' }),
        ).toEqual([]);
        await expectFit(chat, theme);
      },
    );
  });

  test('follows the host’s colors and a change of its theme', async () => {
    const { chat } = await withMugs();
    const styles = { variables: { '--color-background-primary': 'rgb(1, 2, 3)' } };
    await chat.page.evaluate(`changeContext(${JSON.stringify({ theme: 'dark', styles })})`);
    const seen = () => chat.frame.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    await expect.poll(seen).toBe('rgb(1, 2, 3)');
    expect(await chat.frame.evaluate<string>('document.documentElement.dataset.theme')).toBe('dark');
  });
});
