import type { Context } from '../../calls/context.js';

/** Returns the context of a call that is confined to the orders of one shop of the caller's organization. */
export function inShop<C extends Pick<Context, 'caller'>>(context: C, shop_id: string): C {
  return { ...context, caller: { ...context.caller, shop_id } };
}
