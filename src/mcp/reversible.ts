import type { Operation } from '../calls/define.js';

/** True for tools that only read, and for those that edit an open cart, where every change can be undone. */
export function isReversible({ effect, mcp }: Operation): boolean {
  return effect === 'read' || (mcp?.defaultCheckout !== undefined && mcp.asksPerson !== true);
}
