import type { Operation } from '../calls/define.js';

/** True for tools that only read, and for those that edit an open cart, where each change can be taken back. */
export function isReversible({ effect, mcp }: Operation): boolean {
  return effect === 'read' || (mcp?.defaultCheckout !== undefined && mcp.asksPerson !== true);
}
