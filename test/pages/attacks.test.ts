import { afterAll, beforeAll, expect, test } from 'vitest';
import { Merchant } from '../actors/merchant.js';
import { changeItem } from '../support/tenants.js';
import type { Agent } from './agent.js';
import { openBackstage } from './scenes.js';

/** Merchants, agents and carriers write markup wherever they can; a browser must show all of it as text. */

let back: Awaited<ReturnType<typeof openBackstage>>;
beforeAll(async () => {
  back = await openBackstage();
});
afterAll(() => back.stage.close());

const EVIL = `"'><script>document.title=666</script><img src=x onerror=alert(1)>`;
/** Markup that fits into a short field. */
const SHORT = '"><img src=x onerror=alert(3)>';

/** Puts the markup into every free text of the settings, but not into values that must have a certain form. */
function poisoned(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => poisoned(one, name));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([member, one]) => [member, poisoned(one, member)]));
  if (typeof value !== 'string' || KEPT.has(name)) return value;
  return name === 'tax_number' || name === 'support_phone' || name === 'carrier' ? SHORT : EVIL;
}
const KEPT = new Set(
  `id currency country countries regions language time_zone logo url accent_color support_email type category
   tax_category payment_handlers address_country address_region postal_code`.split(/\s+/),
);

async function poisonShop(): Promise<void> {
  const merchant = new Merchant(back.stage.portal);
  const settings = await merchant.settings();
  const fees = [{ id: 'fee', title: EVIL, price: { type: 'fixed', amount: 100 } }];
  const brand = { ...settings.brand, name: 'x' };
  const texts = Object.entries({ ...settings, brand }).map(([name, value]) => [name, poisoned(value, name)]);
  await merchant.replaceSettings({ ...Object.fromEntries(texts), fees, address_check: 'street' });
  await merchant.putDiscount('EVIL', { title: EVIL });
  await changeItem(back.stage.portal, 'shop-tee', { title: EVIL, image_url: `https://127.0.0.1:1/${SHORT}.png` });
}

async function filled(): Promise<Agent> {
  const agent = await back.stage.agent([
    { id: 'tee', item: { id: 'shop-tee' }, quantity: 1 },
    { id: 'mug', item: { id: 'keepsake-mug' }, quantity: 1 },
  ]);
  await agent.cart('update_line_item', {
    line_item_id: 'mug',
    quantity: 1,
    properties: [{ name: 'Engraving', value: SHORT }],
  });
  await agent.cart('update_line_item', {
    line_item_id: 'tee',
    quantity: 1,
    properties: [
      { name: 'Size', value: 'M' },
      { name: 'Color', value: 'Natural' },
    ],
  });
  await agent.cart('apply_discount', { code: 'EVIL' });
  await agent.cart('set_buyer', { buyer: { email: 'ada@example.com', full_name: EVIL } });
  const street = { street_address: EVIL, address_locality: SHORT, extended_address: SHORT };
  await agent.cart('set_destination', {
    destination: { ...street, address_country: 'US', address_region: 'OR', postal_code: SHORT.slice(0, 19) },
  });
  await agent.cart('select_fulfillment', { selected_option_id: 'standard' });
  return agent;
}

test('escapes all input on the checkout page, after payment, and on the order page', async () => {
  await poisonShop();
  const agent = await filled();
  // A separate window, so that the listeners below end with it.
  const { page, settle } = await back.stage.person(agent.continue_url, {});
  const dialogs: string[] = [];
  const loaded: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('request', (request) => loaded.push(request.url()));
  const harmless = async (...texts: string[]) => {
    expect(await page.title()).not.toBe('666');
    expect(await page.locator('script').count()).toBe(1);
    expect(await page.locator('img[src=x], a[href^="javascript:"], [onerror]').count()).toBe(0);
    const shown = await page.locator('body').innerText();
    for (const text of texts) expect(shown).toContain(text);
  };
  await harmless(EVIL);
  await page.getByLabel('Phone').fill(SHORT);
  await settle(() => page.getByLabel('Phone').press('Enter'));
  await harmless(EVIL);
  await page.getByLabel('Card', { exact: true }).selectOption({ index: 1 });
  await settle(() => page.locator('.primary').click());
  expect(page.url()).toContain('/checkout/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await harmless(EVIL, SHORT);
  const { order } = await agent.cart('get_checkout');
  const does = (operation: string, args: object) => back.merchant.ok(operation, { order_id: order.id, ...args });
  const units = [{ id: 'mug', quantity: 1 }];
  const told = { carrier: SHORT, tracking_number: SHORT, description: EVIL };
  await does('record_fulfillment_event', {
    type: 'shipped',
    line_items: units,
    ...told,
    tracking_url: 'https://track.example/?q=">',
  });
  await does('adjust_order', { type: 'refund', amount: 100, reason: EVIL, visible: true });
  await does('hold_order', { reason: EVIL, visible: true });
  await page.goto(order.permalink_url);
  await harmless(EVIL, SHORT);
  expect(dialogs).toEqual([]);
  expect(loaded.filter((url) => /\/x$/.test(url))).toEqual([]);
});
