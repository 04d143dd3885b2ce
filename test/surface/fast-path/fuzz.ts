import { type Draft, type Json, newer, newerMeta, older, RESERVED } from './messages.js';

/** Nearly valid calls: some are valid, most have one to three faults. */

/** Returns a generator of numbers that are at least 0 and below 1. The same seed gives the same numbers. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -0, 1, -1, 1.5, 1e300, 2 ** 53, '', 'x', '1', '2.0', '2026-07-28', '2025-11-25'],
  ...[[], [1], {}, { x: 1 }, [{}], 'get_item', 'get_cart', 'no_tool', 'tools/call', 'tools/list', 'ping', '\u00e9'],
  ...[{ form: {} }, { url: {} }, { form: { applyDefaults: 1 } }, { listChanged: true }, { taskId: 't' }],
];

const NAMES: readonly string[] = [
  ...['jsonrpc', 'id', 'method', 'params', 'name', 'arguments', '_meta', 'task', 'inputResponses', 'requestState'],
  ...['progressToken', 'extra', 'result', 'error', 'item_id', 'limit', 'query', 'toString', 'claudecode/toolUseId'],
  ...['protocolVersion', 'clientInfo', 'clientCapabilities', 'logLevel', 'related-task', 'x'].map(
    (key) => RESERVED + key,
  ),
  ...['elicitation', 'sampling', 'roots', 'extensions', 'experimental', 'tasks', 'version', 'title', 'icons'],
];

const HEADERS: readonly string[] = ['accept', 'mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id'];
const HEADER_VALUES: readonly string[] = [
  ...['', '2026-07-28', '2025-11-25', '2025-06-18', '2024-10-07', '1999-01-01', 'tools/call', 'tools/list', 'get_item'],
  ...['get_cart', 'application/json', 'text/event-stream', '*/*', 'application/json, text/event-stream', ' get_item '],
  ...['=?base64?Z2V0X2l0ZW0=?=', '2026-07-28, 2026-07-28'],
];

const CALLS: readonly (readonly [string, unknown])[] = [
  ['get_item', { item_id: 'enamel-mug' }],
  ['get_item', { item_id: 'nothing' }],
  ['get_item', undefined],
  ['get_cart', {}],
  ['search_catalog', { query: 'mug', limit: 2 }],
  ['get_checkout', { checkout_id: 'chk_none' }],
  ['list_orders', {}],
  ['hold_order', { order_id: 'none' }],
  ['complete_checkout', { checkout_id: 'chk_none', expected_total: 1 }],
  ['submit_receipt', {}],
  ['create_shop', { name: 'x' }],
  ['no_tool', {}],
];

const CAPABILITIES: readonly unknown[] = [
  ...[
    {},
    { roots: { listChanged: true } },
    { sampling: {} },
    { elicitation: {} },
    { elicitation: { form: {}, url: {} } },
  ],
  ...[{ extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html'] } } }, { experimental: { x: {} } }],
];

export function draftFrom(random: () => number): Draft {
  const pick = <Value>(from: readonly Value[]): Value => {
    if (from.length === 0) throw new Error('nothing to pick from');
    return from[Math.floor(random() * from.length)] as Value;
  };
  const [name, args] = pick(CALLS);
  // Copied, because the faults must not change the constants from which later messages are made.
  const draft = structuredClone(
    random() < 0.5
      ? newer(name, args, newerMeta(pick(CAPABILITIES)))
      : older(name, args, pick([undefined, {}, { progressToken: 3 }]), pick(['2025-11-25', '2025-03-26', undefined])),
  );
  const id = pick<unknown>([1, 'a', 0, -1, 2 ** 53 - 1]);
  draft.message = { ...Object(draft.message), id };
  const breaks = Math.floor(random() * 4);
  for (let n = 0; n < breaks; n += 1) breakOne(draft, random, pick);
  return draft;
}

function breakOne(draft: Draft, random: () => number, pick: <Value>(from: readonly Value[]) => Value): void {
  const kind = random();
  if (kind < 0.25) {
    const header = pick(HEADERS);
    if (random() < 0.4) delete draft.headers[header];
    else draft.headers[header] = pick(HEADER_VALUES);
    return;
  }
  if (kind < 0.28) {
    draft.message = pick([[draft.message], [draft.message, draft.message], [], null, 'x', 5, {}]);
    return;
  }
  const places = objectsIn(draft.message);
  if (places.length === 0) return;
  const where = pick(places);
  const names = Object.keys(where);
  const name = names.length > 0 && random() < 0.6 ? pick(names) : pick(NAMES);
  if (random() < 0.35) Reflect.deleteProperty(where, name);
  else if (random() < 0.05) Object.defineProperty(where, '__proto__', { ...PROTO, value: { x: 1 } });
  else where[name] = structuredClone(pick(VALUES));
}

/** Descriptor of an own `__proto__` member, as a JSON parser creates it. */
const PROTO = { enumerable: true, writable: true, configurable: true };

function objectsIn(value: unknown): Json[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inner : [value as Json, ...inner];
}
