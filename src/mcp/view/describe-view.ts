import type { McpUiToolMeta } from '@modelcontextprotocol/ext-apps';
import { z } from 'zod';
import type { Operation } from '../../calls/define.js';
import { checkoutF } from '../../schema/checkout.js';
import { CART_VIEW } from './cart-view.js';

export type ToolMeta = { readonly ui: McpUiToolMeta };

/** Returns the metadata of a tool in `tools/list`. Every tool that returns a checkout has the cart view. */
export function describeView({ output }: Pick<Operation, 'output'>): { readonly _meta?: ToolMeta } {
  const answersCheckout = output instanceof z.ZodObject && output.shape.data === checkoutF;
  return answersCheckout ? { _meta: { ui: { resourceUri: CART_VIEW } } } : {};
}
