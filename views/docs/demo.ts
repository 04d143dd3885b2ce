import { find } from './dom.js';
import { demoKeys, memberOf } from './keys.js';

const CART = '/api/commerce/checkouts';
const ITEMS = [
  { item: { id: 'enamel-mug' }, quantity: 2 },
  {
    item: { id: 'shop-tee' },
    quantity: 1,
    properties: [
      { name: 'Size', value: 'M' },
      { name: 'Color', value: 'Natural' },
    ],
  },
];

/**
 * Shows the demo in a tab that has the demo's keys: one click fills a new cart as an agent would, and opens the buyer's
 * page.
 */
export function offerDemo(): void {
  const section = find('[data-demo]', HTMLElement);
  const button = section && find('[data-fill]', HTMLButtonElement, section);
  const status = section && find('[data-demo-status]', HTMLElement, section);
  const key = demoKeys().find(({ scopes }) => scopes.includes('commerce'))?.key;
  if (!section || !button || !status || key === undefined) return;
  section.hidden = false;
  button.addEventListener('click', () => {
    button.disabled = true;
    status.textContent = 'The agent fills the cart …';
    handOver(key).catch(() => {
      status.textContent = 'That did not work. The demo shop may have been changed.';
      button.disabled = false;
    });
  });
}

/** Fills a cart and opens its page. Acts for a new buyer each time, so that the cart is always new. */
async function handOver(key: string): Promise<void> {
  const buyer = `docs-${crypto.getRandomValues(new Uint32Array(2)).join('')}`;
  const call = async (path: string, body?: object) => {
    const response = await fetch(path, {
      method: body ? 'POST' : 'GET',
      headers: { 'x-api-key': key, 'x-buyer-id': buyer, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    const answer: unknown = await response.json();
    return memberOf(answer, 'data');
  };
  const cart = await call(`${CART}/current`);
  await call(`${CART}/${String(memberOf(cart, 'id'))}/line-items`, { line_items: ITEMS });
  location.assign(String(memberOf(cart, 'continue_url')));
}
