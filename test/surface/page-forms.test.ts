import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readyCart, shopper } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { rawConnection, requestText } from '../support/raw-http.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

/** Sends the headers of a form but not its body. Returns the response, which must not wait for the body. */
async function withoutBody(path: string): Promise<string> {
  const connection = await rawConnection(portal.url);
  const type = 'application/x-www-form-urlencoded';
  connection.send(requestText(path, { 'content-type': type, 'content-length': '10000' }, 'POST'));
  const text = await connection.answers(1);
  connection.end();
  return text;
}

describe('a form of a page', () => {
  it('is rejected at an invalid link before its body arrives', async () => {
    expect(await withoutBody('/checkout/forged.link.x/pay')).toMatch(/^HTTP\/1\.1 404 /);
  });

  it('is rejected before its body arrives if the page has no such form', async () => {
    const by = shopper(portal, { buyer: 'form-1' });
    const { id: checkout_id } = await readyCart(by);
    const { data } = await by.ok('get_checkout', { checkout_id });
    expect(await withoutBody(`${new URL(data.continue_url).pathname}/none`)).toMatch(/^HTTP\/1\.1 404 /);
  });
});
