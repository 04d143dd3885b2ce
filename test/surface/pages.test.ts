import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeSandboxCard } from '../../src/payments/handlers/sandbox-card.js';
import { follow, hiddenFields, postForm, submitForm } from '../actors/buyer-page.js';
import { Merchant } from '../actors/merchant.js';
import { readyCart, shopper } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { stillClock } from '../support/still-clock.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

const CARTS = '/api/commerce/checkouts';

/** Fills a new buyer's cart with an item whose property would run as a script if the page did not escape it. */
async function filledCart(buyer: string) {
  const headers = { 'x-buyer-id': buyer };
  const call = (method: string, path: string, body?: unknown) =>
    portal.request(method, path, { headers, ...(body !== undefined && { body }) });
  const { data } = (await call('GET', `${CARTS}/current`)).json;
  const at = `${CARTS}/${data.id}`;
  const properties = [{ name: 'Engraving', value: '<script>alert("x")</script>' }];
  await call('POST', `${at}/line-items`, { line_items: [{ item: { id: 'keepsake-mug' }, quantity: 2, properties }] });
  return { id: data.id, url: data.continue_url, at, call };
}

async function open(url: string) {
  const response = await fetch(url);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe('the page behind continue_url', () => {
  test('shows the cart, the missing entries and the total, and escapes entered text', async () => {
    const { url } = await filledCart('page-1');
    const { status, text, headers } = await open(url);
    expect(status).toBe(200);
    expect(text).toContain('Keepsake mug');
    expect(text).toContain('$48.00');
    expect(text).toContain('Choose an option');
    expect(text).toContain('Continue');
    expect(text).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;');
    expect(text.match(/<script[^>]*>/g)).toEqual([expect.stringMatching(/src="\.\.\/assets\/buyer-pages-\w+\.js"/)]);
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  test("enforces and shows the shop's limit of units, but keeps a line that already exceeds it", async () => {
    const own = await startPortal();
    try {
      const merchant = new Merchant(own);
      await merchant.changeSettings(() => ({ max_quantity: 20_000 }));
      const by = shopper(own, { buyer: 'bulk' });
      const line_items = [{ id: 'salt', item: { id: 'sea-salt' }, quantity: 1 }];
      const { id: checkout_id } = (await by.ok('get_cart', {})).data;
      await by.ok('add_line_items', { checkout_id, line_items });
      const current = async () => (await by.ok('get_checkout', { checkout_id })).data;
      const { continue_url } = await current();
      const save = async (quantity: string) => {
        const fields = { ...(await hiddenFields(continue_url)), 'quantity.salt': quantity };
        return follow(await postForm(continue_url, 'save', fields));
      };
      expect(await save('20001')).toContain('Please enter a whole number from 0 to 20000.');
      await save('20000');
      expect((await current()).line_items[0].quantity).toBe(20_000);
      await merchant.changeSettings(() => ({ max_quantity: 10 }));
      const page = await save('20000');
      expect(page).not.toContain('Please enter a whole number');
      expect(page).toMatch(/name="quantity\.salt"[^>]* max="20000"/);
      expect(await save('11')).toContain('Please enter a whole number from 0 to 10.');
    } finally {
      await own.close();
    }
  });

  test.each([
    ['de-AT', 'de-AT', 'Kasse'],
    ['fr;q=0.1, it;q=0.9', 'it', 'Cassa'],
    ['ja, es;q=0.5', 'es', 'Finalizar la compra'],
    ['tlh, nonsense!', 'en', 'Checkout'],
  ])('uses the language that Accept-Language "%s" prefers', async (wanted, tag, title) => {
    const { url } = await filledCart(`page-${tag}`);
    const response = await fetch(url, { headers: { 'accept-language': wanted } });
    const text = await response.text();
    expect(text).toContain(`<html lang="${tag}">`);
    expect(text).toContain(`<title>${title} · Quillback Mercantile</title>`);
    expect(response.headers.get('content-language')).toBe(tag);
  });

  test('shows nothing of the cart for a forged, foreign or truncated token', async () => {
    const { url } = await filledCart('page-2');
    const wrong = [
      url.slice(0, -2),
      `${url}x`,
      url.replace('/checkout/', '/orders/'),
      `${portal.url}/checkout/none`,
      url.replace(/\.[^.]+\.([^.]+)$/, '.zzzzzzzz.$1'),
    ];
    for (const forged of wrong) {
      const { status, text } = await open(forged);
      expect([forged, status]).toEqual([forged, 404]);
      expect(text).not.toContain('Keepsake');
    }
  });
});

describe('the page behind permalink_url', () => {
  test('shows the order with its status and the visible reason of a hold', async () => {
    const { at, call } = await filledCart('page-3');
    await call('POST', `${at}/buyer`, { buyer: { email: 'ann@example.com' } });
    await call('POST', `${at}/fulfillment`, { selected_option_id: 'pickup-portland' });
    const { totals } = (await call('GET', at)).json.data;
    const payment = { instruments: [{ id: 'i', handler_id: 'invoice' }] };
    const { order } = (await call('POST', `${at}/complete`, { expected_total: totals.at(-1).amount, payment })).json
      .data;
    await call('POST', `/api/commerce/orders/${order.id}/hold`, { reason: 'wait for <me>', visible: true });
    const { status, text } = await open(order.permalink_url);
    expect(status).toBe(200);
    expect(text).toContain('On hold');
    expect(text).toContain('Payment is due');
    expect(text).toContain('wait for &lt;me&gt;');
    expect(text).toContain('Quillback Mercantile, Portland');
    const shown = await open((await call('GET', at)).json.data.order.permalink_url);
    expect(shown.text).toBe(text);
  });
});

describe('the forms of a checkout', () => {
  test('show the order without an error if the pay button is pressed twice', async () => {
    const by = shopper(portal, { buyer: 'page-twice' });
    const { id: checkout_id, total } = await readyCart(by);
    const { data } = await by.ok('get_checkout', { checkout_id });
    const { version = '' } = await hiddenFields(data.continue_url);
    const card = { handler_id: 'sandbox_card', 'sandbox_card.token': 'tok_approve' };
    const fields = { version, expected_total: String(total), ...card };
    const pressed = await Promise.all([1, 2].map(() => postForm(data.continue_url, 'pay', fields)));
    for (const response of pressed) {
      const back = new URL(response.headers.get('location') ?? '', `${data.continue_url}/pay`);
      const { text } = await open(back.href);
      expect(text).toContain('Your order is placed.');
      expect(text).not.toContain('role="alert"');
    }
    expect((await by.ok('list_orders', {})).data).toHaveLength(1);
  });

  test("keep the agent's delivery instructions in the address form", async () => {
    const by = shopper(portal, { buyer: 'page-keeps' });
    const { id: checkout_id } = await readyCart(by);
    const destination = { address_country: 'US', phone_number: '+1 503 555 0100', instructions: 'Gate code 1234' };
    await by.ok('set_destination', { checkout_id, destination });
    const { data } = await by.ok('select_fulfillment', { checkout_id, selected_option_id: 'standard' });
    expect((await open(data.continue_url)).text).toContain('value="Gate code 1234"');
    const address = {
      street_address: '1 Main St',
      address_locality: 'Salem',
      postal_code: '97301',
      address_country: 'US',
    };
    expect(await submitForm(data.continue_url, 'save', { ...address, instructions: 'Gate code 1234' })).toBeNull();
    const stored = await portal.app.store.read((rows) => rows.get('checkout', checkout_id)?.destination);
    expect(stored).toEqual({ ...destination, ...address });
  });
});

describe('pages for other errors', () => {
  test('leads back to the page after a form that is too large, and shows an error page for too many requests', async () => {
    const limited = await startPortal({ rateLimit: '1', clock: stillClock() });
    const { data } = (await limited.request('GET', `${CARTS}/current`)).json;
    const body = new URLSearchParams({ email: 'x'.repeat(70_000) });
    const large = await fetch(`${data.continue_url}/save`, { method: 'POST', body, redirect: 'manual' });
    const back = `../${data.continue_url.split('/').at(-1)}?rejected#problem`;
    expect([large.status, large.headers.get('location')]).toEqual([303, back]);
    const many = await Promise.all(Array.from({ length: 320 }, () => open(data.continue_url)));
    const refused = many.find(({ status }) => status === 429);
    expect(refused?.text).toContain('Please try again in a moment.');
    expect(refused?.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    await limited.close();
  });
});

describe('the choice of a payment', () => {
  const chosen = (text: string) =>
    [...text.matchAll(/name="handler_id" value="(\w+)" checked/g)]
      .map(([, id]) => id)
      .concat([...text.matchAll(/<option value="(tok_\w+)" selected/g)].map(([, token]) => token));

  test.each([
    ['', ['sandbox_card']],
    ['?handler_id=invoice', ['invoice']],
    ['?sandbox_card.token=tok_decline', ['sandbox_card', 'tok_decline']],
    ['?handler_id=nobody&sandbox_card.token=tok_free&email=eve@example.com', ['sandbox_card']],
    ['?handler_id="><script>alert(1)</script>', ['sandbox_card']],
  ])('preselects the payment in the query "%s" if the page offers it, otherwise the default', async (query, wanted) => {
    const by = shopper(portal, { buyer: `choice-${query.length}` });
    const { id: checkout_id } = await readyCart(by);
    const { data } = await by.ok('get_checkout', { checkout_id });
    const { status, text } = await open(`${data.continue_url}${query}`);
    expect([status, chosen(text)]).toEqual([200, wanted]);
    expect(text).not.toMatch(/eve@|alert\(1\)/);
  });

  test('keeps the choice in the URL after another form is sent, but no typed input', async () => {
    const by = shopper(portal, { buyer: 'choice-kept' });
    const { id: checkout_id } = await readyCart(by);
    const { data } = await by.ok('get_checkout', { checkout_id });
    const fields = {
      ...(await hiddenFields(data.continue_url)),
      handler_id: 'invoice',
      phone_number: '1',
      code: 'WELCOME10',
    };
    const response = await postForm(data.continue_url, 'save', fields);
    const token = data.continue_url.split('/').at(-1);
    expect([response.status, response.headers.get('location')]).toEqual([303, `../${token}?handler_id=invoice#code`]);
  });
});

test('leads back to the page after an internal error, with all input', async () => {
  const form = {
    fields: [],
    instrument: () => {
      throw new Error('broken');
    },
  };
  const faulty = await startPortal({ handlers: [{ ...makeSandboxCard(), form }] });
  const by = shopper(faulty, { buyer: 'page-fault' });
  const { id: checkout_id } = await readyCart(by);
  const { data } = await by.ok('get_checkout', { checkout_id });
  const typed = { email: 'eve@example.com', code: 'NOSUCH' };
  const fields = { ...(await hiddenFields(data.continue_url)), ...typed, handler_id: 'sandbox_card' };
  const response = await postForm(data.continue_url, 'pay', fields);
  expect(response.status).toBe(303);
  const text = await follow(response);
  expect(text).toContain('That did not work, and nothing was changed. Please try again.');
  expect(text).toContain('value="NOSUCH"');
  expect(text).not.toContain('broken');
  expect((await by.ok('get_checkout', { checkout_id })).data.buyer.email).toBe('eve@example.com');
  await faulty.close();
});

describe('routes without a key', () => {
  test.each([
    ['/healthz', 'application/json'],
    ['/readyz', 'application/json'],
    ['/openapi.json', 'application/json'],
    ['/docs', 'text/html'],
    ['/metrics', 'text/plain'],
    ['/media/demo/enamel-mug.svg', 'image/svg+xml'],
    ['/media/demo/terms.txt', 'text/plain'],
    ['/payment-handlers/sandbox_card/config.schema.json', 'application/json'],
  ])('serve %s', async (path, type) => {
    const { status, headers } = await portal.request('GET', path, { key: null });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain(type);
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('serve a picture for every item of the catalog, and forbid scripts in pictures', async () => {
    const { headers } = await portal.request('GET', '/media/demo/enamel-mug.svg', { key: null });
    expect(headers.get('content-security-policy')).toContain('sandbox');
    const { data } = (await portal.request('GET', '/api/commerce/items?limit=100')).json;
    expect(data.length).toBeGreaterThanOrEqual(40);
    for (const { image_url } of data) expect((await fetch(image_url)).status).toBe(200);
  });

  test.each([
    '/media/demo/../shop.json',
    '/media/demo/%2e%2e/shop.json',
    '/media/demo/none.svg',
    '/payment-handlers/x/y',
    '/nothing',
  ])('return 404 for %s', async (path) => {
    const { status, json } = await portal.request('GET', path, { key: null });
    expect(status).toBe(404);
    expect(json.error).toBe('not_found');
  });

  test('serve every link and schema that a checkout names', async () => {
    const { data } = (await portal.request('GET', `${CARTS}/current`)).json;
    const urls = [
      ...data.links.map(({ url }: { url: string }) => url),
      ...data.payment.handlers.flatMap(
        (handler: { spec: string; config_schema: string; instrument_schemas: string[] }) => [
          handler.spec,
          handler.config_schema,
          ...handler.instrument_schemas,
        ],
      ),
    ];
    for (const url of urls) expect([url, (await fetch(url)).status]).toEqual([url, 200]);
  });
});
