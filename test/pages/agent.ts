import { randomUUID } from 'node:crypto';
import { expect, onTestFinished } from 'vitest';
import type { TestPortal } from '../support/portal.js';
import { type Outcome, openSurface } from '../support/surfaces.js';

type Args = Readonly<Record<string, unknown>>;

export interface LineInput {
  readonly id?: string;
  readonly item: { readonly id: string };
  readonly quantity: number;
}

/** An agent that calls tools over MCP for a new buyer. */
export interface Agent {
  /** Link for the buyer. */
  readonly continue_url: string;
  /** Calls a tool and returns its data. An error fails the test. */
  call(tool: string, args?: Args): Promise<Outcome['body']>;
  /** Does the same, with the id of the agent's cart among the arguments. */
  cart(tool: string, args?: Args): Promise<Outcome['body']>;
  /** Calls a tool on the agent's cart and returns the error code. */
  refused(tool: string, args?: Args): Promise<string | undefined>;
}

export const EMAIL = { buyer: { email: 'ada@example.com', full_name: 'Ada Lovelace' } };
export const PICKUP = { selected_option_id: 'pickup-portland' };

export async function openAgent(portal: TestPortal, lines: readonly LineInput[]): Promise<Agent> {
  const { url, database, demo } = portal;
  const surface = await openSurface('mcp 2.x http', { url, database, key: demo.deployment_key, buyer: randomUUID() });
  onTestFinished(() => surface.close());
  const call: Agent['call'] = async (tool, args = {}) => {
    const { body, error, detail } = await surface.call(tool, args);
    if (error !== undefined) expect.fail(`${tool}: ${error}: ${detail}`);
    return body.data;
  };
  const { id: checkout_id } = await call('get_cart');
  const { continue_url } = await call('get_checkout', { checkout_id });
  const cart: Agent['cart'] = (tool, args) => call(tool, { checkout_id, ...args });
  if (lines.length > 0) await cart('add_line_items', { line_items: lines });
  return {
    continue_url,
    call,
    cart,
    refused: async (tool, args) => (await surface.call(tool, { checkout_id, ...args })).error,
  };
}

/** Sets the buyer and chooses pickup, so that only steps of the buyer can remain before the payment. */
export async function readyFor(agent: Agent): Promise<Agent> {
  await agent.cart('set_buyer', EMAIL);
  await agent.cart('select_fulfillment', PICKUP);
  return agent;
}

export async function ordersOf(agent: Agent): Promise<number> {
  return (await agent.call('list_orders')).length;
}

export async function statusOf(agent: Agent): Promise<string> {
  return (await agent.cart('get_checkout')).status;
}

/** Codes of the errors that keep the agent from completing the checkout. */
export async function blocking(agent: Agent): Promise<string[]> {
  const { messages } = await agent.cart('get_checkout');
  return messages.flatMap(({ type, code }: { type: string; code: string }) => (type === 'error' ? [code] : []));
}
