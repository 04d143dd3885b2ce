import type { Page } from 'playwright-core';

/** Purchases by an assistant, and the consent of its person. Needs no test runner, so that other programs can use it. */

/** Price of an e-book in the demo shop. Minor units. */
export const EBOOK_PRICE = 1_200;

/** Arguments of `buy` for e-books, which are paid by invoice. */
export function ebookPurchase(buyer: { readonly email: string; readonly full_name?: string }, key: string, units = 1) {
  return {
    line_items: [{ item: { id: 'preserving-ebook' }, quantity: units }],
    buyer,
    payment: { instruments: [{ id: 'i', handler_id: 'invoice' }] },
    selected_option_id: 'digital',
    max_total: 100_000,
    idempotency_key: key,
  };
}

/**
 * The person sets a limit per order, for one e-book, and allows the request. Waits for the client's page. Returns the URL
 * of the grant's page.
 */
export async function consentInBrowser(page: Page, asked: string, isBack: (url: URL) => boolean): Promise<string> {
  await page.goto(asked);
  await page.getByLabel('For each order').fill(String(EBOOK_PRICE / 100));
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  const manage = (await page.getByRole('link', { name: '/grants/' }).getAttribute('href')) ?? '';
  await page.getByRole('link', { name: 'Continue to' }).click();
  await page.waitForURL(isBack);
  return manage;
}
