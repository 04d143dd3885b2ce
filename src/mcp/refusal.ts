import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Operation } from '../calls/define.js';
import { detailIn } from '../calls/visible-error.js';
import { ERRORS, isNotFoundCode, nextStepOf, type PortalError } from '../domain/errors/portal-error.js';
import type { Scope } from '../domain/tenant/tenant.js';
import { printable } from '../json/path-text.js';
import { isReversible } from './reversible.js';

/** A rejected call with its caller's scopes, and all tools by name. */
export interface RefusedCall {
  readonly operation: Operation;
  readonly args: Readonly<Record<string, unknown>>;
  readonly scopes: ReadonlySet<Scope>;
  readonly tools: ReadonlyMap<string, Operation>;
  readonly acceptLanguage?: string | undefined;
}

/**
 * Builds a rejection that the model can act on. It has no structuredContent, which clients with SDK 1.x would validate
 * against the output schema.
 */
export function refusal(error: PortalError, call: RefusedCall): CallToolResult {
  const detail = detailIn(error, call.acceptLanguage);
  const text = JSON.stringify({ error: error.code, detail, next: nextOf(error, call) });
  // The members have the same order as in the SDK's results.
  return { content: [{ type: 'text', text }], isError: true };
}

/**
 * Returns the next step, from the arguments, otherwise from the error, otherwise from the error table. It names only
 * tools that the key may call.
 */
function nextOf(error: PortalError, call: RefusedCall): string {
  const { code, next } = error;
  if (code === 'forbidden') return withoutScope(call);
  const other = isNotFoundCode(code) ? otherKind(call) : undefined;
  if (other !== undefined) return other;
  if (next) return withTools(next.instruction, next.tools, call);
  if (code === 'invalid_request') {
    const finder = finderOf(error.detail);
    return finder
      ? withTools(`${ERRORS.invalid_request.fix} ${finder[0]}`, [finder[1]], call)
      : ERRORS.invalid_request.fix;
  }
  if (code === 'checkout_not_found')
    return withTools('Leave checkout_id out for the current cart.', ['get_cart'], call);
  const { instruction, tools } = nextStepOf(code);
  return withTools(instruction, tools, call);
}

/** By missing member: a sentence about the source of its value, and the tool that returns the value. */
const FINDERS: ReadonlyMap<string, readonly [say: string, tool: string]> = new Map([
  ['checkout_id', ['The id of the current cart is in the answer of get_cart.', 'get_cart']],
  ['line_item_id', ['The ids are in line_items of the checkout.', 'get_checkout']],
  ['line_items', ['Item ids come from search_catalog.', 'search_catalog']],
  ['item_id', ['Item ids come from search_catalog.', 'search_catalog']],
  ['order_id', ['The ids are in the answer of list_orders.', 'list_orders']],
  ['receipt_id', ['The ids are in the answer of list_receipts.', 'list_receipts']],
  ['selected_option_id', ['The ids come from list_fulfillment_methods.', 'list_fulfillment_methods']],
  [
    'expected_total',
    [
      'Show the buyer the total (the amount of total in totals of the checkout), and send it only if they agree to pay it.',
      'get_checkout',
    ],
  ],
]);

function finderOf(detail: string): readonly [say: string, tool: string] | undefined {
  const [, member = ''] = /^(\w+): is required/.exec(detail) ?? [];
  return FINDERS.get(member);
}

/** Returns a sentence, followed by the tools that may be suggested and are not mentioned in it. */
function withTools(say: string, tools: readonly string[], call: RefusedCall): string {
  const names = tools.filter((tool) => maySuggest(tool, call) && !say.includes(tool));
  return names.length === 0 ? say : `${say} Call ${names.join(', ')}.`;
}

function mayCall(name: string, { tools, scopes }: RefusedCall): boolean {
  const tool = tools.get(name);
  return tool !== undefined && scopes.has(tool.scope);
}

/**
 * A model may follow a next step literally, so tools other than the rejected one are named only if they are reversible.
 */
function maySuggest(name: string, call: RefusedCall): boolean {
  const tool = call.tools.get(name);
  return tool !== undefined && mayCall(name, call) && (isReversible(tool) || name === call.operation.name);
}

/**
 * Suggests no substitute, only tools that read: an agent that may not cancel an order must not put it on hold instead.
 */
function withoutScope({ operation, scopes, tools }: RefusedCall): string {
  const reads = [...tools.values()].filter(({ scope, effect }) => effect === 'read' && scopes.has(scope));
  const left = reads.length === 0 ? 'none' : reads.map(({ name }) => name).join(', ');
  return `Tell the person that this needs a key with the scope "${operation.scope}". Tools that only read, with this key: ${left}.`;
}

/** Kinds of objects by id prefix: the name, and the tool and argument that accept the id. */
const KINDS: ReadonlyMap<string, readonly [what: string, tool: string, argument: string]> = new Map([
  ['chk', ['a checkout', 'get_checkout', 'checkout_id']],
  ['ord', ['an order', 'get_order', 'order_id']],
  ['con', ['a consumer', 'get_consumer', 'consumer_id']],
  ['agt', ['an agent', 'get_agent', 'agent_id']],
]);

/** Returns a hint if an argument has the id of another kind of object. */
function otherKind(call: RefusedCall): string | undefined {
  for (const [argument, value] of Object.entries(call.args)) {
    const kind = typeof value === 'string' ? KINDS.get(value.split('_', 1)[0] ?? '') : undefined;
    if (!kind || !argument.endsWith('_id') || kind[2] === argument) continue;
    const [what, tool, member] = kind;
    const use = mayCall(tool, call) ? ` Call ${tool} with it as ${member}.` : '';
    return `${printable(argument)} was given the id of ${what}.${use}`;
  }
  return undefined;
}
