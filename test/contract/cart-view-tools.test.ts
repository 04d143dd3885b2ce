import { expect, it } from 'vitest';
import { allTools } from '../../src/mcp/tools.js';
import { CART_VIEW } from '../../src/mcp/view/cart-view.js';
import { getItem } from '../../src/operations/catalog/get-item.js';
import { getCart } from '../../src/operations/checkout/get-cart.js';

it('links the cart view automatically from a new tool that returns a checkout', () => {
  const tools = allTools([{ ...getCart, name: 'swap_cart' }, getItem]);
  expect(tools.map(({ name, _meta }) => [name, _meta?.ui.resourceUri])).toEqual([
    ['swap_cart', CART_VIEW],
    ['get_item', undefined],
  ]);
});
