import { randomUUID } from 'node:crypto';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { ADDRESS, CARD, type CallTool } from '../../src/demo/agent.js';

/** A call of the purchase, with the token count (o200k) of its response. */
export interface CallTokens {
  readonly name: string;
  readonly tokens: number;
}

/**
 * Calls a tool and returns its text.
 * @throws on errors
 */
type CallForText = (name: string, args: Readonly<Record<string, unknown>>) => Promise<string>;

/** Calls that agents no longer need: the current cart is the default, and set_destination returns the options. */
export const NO_LONGER_NEEDED: readonly string[] = ['get_cart', 'list_fulfillment_methods'];

/** Number of results that a buyer would look at. */
const FOUND = 3;

/** Buys two mugs, from the search to the payment. Returns the token count of each response. */
export function purchaseTokens(call: CallForText): Promise<readonly CallTokens[]> {
  return tokensOf(call, buyMugs);
}

/** Like `purchaseTokens`, but buys in one call after the search. */
export function directPurchaseTokens(call: CallForText): Promise<readonly CallTokens[]> {
  return tokensOf(call, buyMugsAtOnce);
}

async function tokensOf(call: CallForText, buy: (call: CallTool) => Promise<void>): Promise<readonly CallTokens[]> {
  const answers: CallTokens[] = [];
  await buy(async (name, args) => {
    const text = await call(name, args);
    answers.push({ name, tokens: countTokens(text) });
    return JSON.parse(text);
  });
  return answers;
}

const MUGS = [{ item: { id: 'enamel-mug' }, quantity: 2 }];
const BUYER = { email: 'robin@example.com', full_name: 'Robin Park' };

async function buyMugs(call: CallTool): Promise<void> {
  await call('search_catalog', { query: 'enamel mug', limit: FOUND });
  const checkout_id = textAt(await call('get_cart', {}), 'data', 'id');
  const on = (more: object) => ({ checkout_id, ...more });
  await call('add_line_items', on({ line_items: MUGS }));
  await call('set_buyer', on({ buyer: BUYER }));
  await call('set_destination', on({ destination: ADDRESS }));
  await call('list_fulfillment_methods', on({}));
  const ready = await call('select_fulfillment', on({ selected_option_id: 'standard' }));
  const expected_total = valueAt(ready, 'data', 'totals', 'total');
  await call('complete_checkout', on({ expected_total, payment: { instruments: [CARD] } }));
}

async function buyMugsAtOnce(call: CallTool): Promise<void> {
  await call('search_catalog', { query: 'enamel mug', limit: FOUND });
  const wish = { line_items: MUGS, buyer: BUYER, destination: ADDRESS, selected_option_id: 'standard' };
  const idempotency_key = randomUUID();
  await call('buy', { ...wish, max_total: 10_000, payment: { instruments: [CARD] }, idempotency_key });
}

export function sumOf(answers: readonly CallTokens[]): number {
  return answers.reduce((sum, { tokens }) => sum + tokens, 0);
}

/** Token count of the tool list, which a model reads before any call. */
export function listTokens(tools: readonly unknown[]): number {
  return countTokens(JSON.stringify(tools));
}

function valueAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined),
    value,
  );
}

function textAt(value: unknown, ...path: readonly string[]): string {
  return String(valueAt(value, ...path));
}
