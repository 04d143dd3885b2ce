import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { type Checkout, newCheckout } from '../../domain/checkout/checkout.js';
import { expired } from '../../domain/checkout/payment.js';
import { isExpired } from '../../domain/checkout/status.js';
import { required } from '../../domain/values/required.js';
import { inserted, type Rows, replaced, type Write } from '../../ports.js';
import { authorOf } from '../../records/audit.js';
import { savedCheckout } from '../../records/saved-checkout.js';
import { checkoutF } from '../../schema/checkout.js';
import { dataOf } from '../../schema/primitives.js';
import { answerOf, readResolved } from './read-checkout.js';
import { summarized } from './summarized.js';

export const getCart = defineOperation({
  name: 'get_cart',
  title: 'Get the current cart',
  description: "The caller's open cart. When there is none, an empty one is created.",
  scope: 'commerce',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({}),
  output: dataOf(checkoutF),
  sample: () => ({}),
  errors: [],
  http: { method: 'get', path: '/api/commerce/checkouts/current' },
  mcp: {
    answer: summarized,
    description:
      'Get the current cart; an empty one is created when there is none. Start here: its id is the checkout_id of the other tools. ' +
      'messages says what is missing before complete_checkout; status tells where the checkout stands. Amounts are minor units (1999 = 19.99).',
  },
  async handle(context) {
    const { shop_id } = required(context.caller.deployment, 'deployment');
    const found = await readResolved(
      context,
      (rows) => {
        const checkout = currentOf(rows, context);
        return checkout && !isExpired(checkout, context.now) ? checkout : undefined;
      },
      ['get', 'shop', shop_id],
      ['automaticDiscounts', shop_id],
    );
    if (found) return found;
    return context.step((rows) => {
      const { writes, checkout } = openCart(rows, context);
      return { writes, result: answerOf(rows, context, checkout) };
    });
  },
});

function currentOf(rows: Rows, { caller }: Context): Checkout | undefined {
  return rows.currentCheckout(required(caller.deployment, 'deployment').id, caller.buyer_id ?? '');
}

/** The current cart, or a new one; an expired one is made final first, so that it stands in the way no more. */
function openCart(rows: Rows, context: Context): { writes: Write[]; checkout: Checkout } {
  const { caller, ids, now } = context;
  const deployment = required(caller.deployment, 'deployment');
  const current = currentOf(rows, context);
  if (current && !isExpired(current, now)) return { writes: [], checkout: current };
  const owner = { shop_id: deployment.shop_id, deployment_id: deployment.id, buyer_id: caller.buyer_id ?? '' };
  const fresh = newCheckout(ids.next('chk'), owner, now);
  const put = inserted('checkout', fresh);
  if (!current) return { writes: [put], checkout: put.row };
  const over = replaced('checkout', current, expired(current));
  const ended = savedCheckout(authorOf(context), caller.organization_id, over, 'checkout.expired', ['state']);
  return { writes: [...ended, put], checkout: put.row };
}
