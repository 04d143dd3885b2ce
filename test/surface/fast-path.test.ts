import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { partOf, volume } from '../support/volume.js';
import { type Doors, openDoors, type Reply } from './fast-path/doors.js';
import { draftFrom, randomFrom } from './fast-path/fuzz.js';
import { ACCEPT, type Draft, newer, newerMeta, older, RESERVED, sentOf } from './fast-path/messages.js';

/** The fast path and the SDK must respond with the same message, byte for byte. */

let doors: Doors;
beforeAll(async () => {
  doors = await openDoors();
});
afterAll(() => doors.close());

/**
 * Removes the differences that docs/dev/mcp.md (Plain calls) allows: JSON instead of a stream with one event, and
 * Content-Length.
 */
function compared({ status, message }: Reply) {
  return { status, message };
}

async function both(draft: Draft) {
  const sent = sentOf(draft);
  const sdk = await doors.sdk(sent);
  const fast = await doors.fast(sent);
  return { sdk, fast, tookFastPath: fast.hasLength && !sdk.hasLength };
}

const ITEM = { item_id: 'shop-tee' };
const changed = (draft: Draft, change: (message: Record<string, unknown>) => object): Draft => ({
  ...draft,
  message: change(Object(draft.message)),
});
const withHeaders = (draft: Draft, headers: Readonly<Record<string, string>>): Draft => ({
  ...draft,
  headers: { ...draft.headers, ...headers },
});
const withParams = (draft: Draft, more: object) =>
  changed(draft, ({ params, ...message }) => ({ ...message, params: { ...Object(params), ...more } }));

const PLAIN: readonly (readonly [string, Draft])[] = [
  ['newer, a read', newer('get_item', ITEM)],
  ['newer, an error of the operation', newer('get_item', { item_id: 'nothing' })],
  ['newer, wrong arguments', newer('search_catalog', { limit: 0, other: [] })],
  ['newer, without arguments', newer('get_cart')],
  ['newer, a list', newer('search_catalog', { query: 'mug' })],
  ['newer, a tool that the key does not permit', newer('create_shop', { name: 'x' })],
  ['newer, a write', newer('set_buyer', { checkout_id: 'chk_none', buyer: { email: 'ann@example.com' } })],
  ['newer, a client with elicitation', newer('get_item', ITEM, newerMeta({ elicitation: { form: {}, url: {} } }))],
  ['newer, an extension', newer('get_item', ITEM, newerMeta({ extensions: { [`${RESERVED}ui`]: { a: [1] } } }))],
  ['newer, a progress token', newer('get_item', ITEM, { ...newerMeta(), progressToken: 'p', 'x/y': [1] })],
  ['newer, a text as id', changed(newer('get_item', ITEM), (message) => ({ ...message, id: 'é"\u2028' }))],
  ['older, a read', older('get_item', ITEM)],
  ['older, an error of the operation', older('get_checkout', { checkout_id: 'chk_none' })],
  ['older, without arguments', older('get_cart')],
  ['older, without a version', older('get_item', ITEM, undefined, undefined)],
  ['older, 2024-11-05', older('get_item', ITEM, undefined, '2024-11-05')],
  ['older, a progress token', older('get_item', ITEM, { progressToken: 7, 'claudecode/toolUseId': 't' })],
  ['older, a header of the newer protocol', withHeaders(older('get_item', ITEM), { 'mcp-name': 'other' })],
];

const UNUSUAL: readonly (readonly [string, Draft])[] = [
  ['newer, an unknown tool', newer('no_tool', {})],
  ['newer, arguments that are no object', newer('get_item', [1])],
  ['newer, another version', newer('get_item', ITEM, { ...newerMeta(), [`${RESERVED}protocolVersion`]: '2027-01-01' })],
  ['newer, no capabilities', newer('get_item', ITEM, { [`${RESERVED}protocolVersion`]: '2026-07-28' })],
  ['newer, capabilities of the wrong form', newer('get_item', ITEM, newerMeta({ elicitation: 5 }))],
  ['newer, a log level', newer('get_item', ITEM, { ...newerMeta(), [`${RESERVED}logLevel`]: 'debug' })],
  ['newer, another name in the header', withHeaders(newer('get_item', ITEM), { 'mcp-name': 'get_cart' })],
  ['newer, an encoded name', withHeaders(newer('get_item', ITEM), { 'mcp-name': '=?base64?Z2V0X2l0ZW0=?=' })],
  ['newer, another method in the header', withHeaders(newer('get_item', ITEM), { 'mcp-method': 'tools/list' })],
  [
    'newer, an older version in the header',
    withHeaders(newer('get_item', ITEM), { 'mcp-protocol-version': '2025-11-25' }),
  ],
  ['newer, accepting only JSON', withHeaders(newer('get_item', ITEM), { accept: 'application/json' })],
  ['newer, responses to a question', withParams(newer('get_item', ITEM), { inputResponses: {}, requestState: 'x' })],
  ['newer, an additional member', withParams(newer('get_item', ITEM), { extra: 1 })],
  ['older, accepting only JSON', withHeaders(older('get_item', ITEM), { accept: 'application/json' })],
  ['older, an unknown version', older('get_item', ITEM, undefined, '1999-01-01')],
  ['older, a newer version in the header', older('get_item', ITEM, undefined, '2026-07-28')],
  ['older, an unknown tool', older('no_tool', {})],
  ['older, a task', withParams(older('get_item', ITEM), { task: { ttl: 1 } })],
  ['older, a related task', older('get_item', ITEM, { [`${RESERVED}related-task`]: { taskId: 't' } })],
  ['older, a progress token of the wrong form', older('get_item', ITEM, { progressToken: {} })],
  ['older, a fraction as id', changed(older('get_item', ITEM), (message) => ({ ...message, id: 1.5 }))],
  ['older, a notification', changed(older('get_item', ITEM), ({ id, ...message }) => message)],
  ['older, another method', changed(older('get_item', ITEM), (message) => ({ ...message, method: 'tools/list' }))],
  ['older, a batch of one', { ...older('get_item', ITEM), message: [older('get_item', ITEM).message] }],
  ['older, an additional member', changed(older('get_item', ITEM), (message) => ({ ...message, extra: 1 }))],
  ['a number instead of a message', { message: 5, headers: { accept: ACCEPT } }],
  ['invalid JSON', { message: '{', headers: { accept: ACCEPT } }],
  ['a member twice', { message: '{"jsonrpc":"2.0","jsonrpc":"2.0"}', headers: { accept: ACCEPT } }],
];

it('generates the same random messages from a seed, regardless of the messages generated before', () => {
  const drafts = (count: number) => {
    const random = randomFrom(1);
    return Array.from({ length: count }, () => draftFrom(random));
  };
  const first = JSON.stringify(drafts(50));
  drafts(3_000);
  expect(JSON.stringify(drafts(50))).toBe(first);
});

/** At full volume there are 50,000 messages in total. Each portion has a separate seed. */
const ALL_PORTIONS = Array.from({ length: 20 }, (_, index) => index + 1);
const PORTIONS = volume([1], ALL_PORTIONS, partOf(ALL_PORTIONS, 3));

describe('the fast path and the SDK respond with the same message', () => {
  it.each(PLAIN)('responds like the SDK: %s', async (_name, draft) => {
    const { sdk, fast, tookFastPath } = await both(draft);
    expect(compared(fast)).toEqual(compared(sdk));
    expect([tookFastPath, fast.isStream]).toEqual([true, false]);
  });

  it.each(UNUSUAL)('leaves to the SDK: %s', async (_name, draft) => {
    const { sdk, fast, tookFastPath } = await both(draft);
    expect(fast).toEqual(sdk);
    expect(tookFastPath).toBe(false);
  });

  it.each(PORTIONS)('responds to random valid and broken messages like the SDK (portion %i)', async (portion) => {
    const random = randomFrom(portion);
    const count = volume(300, 2_500);
    let fastCount = 0;
    const worker = async (share: number) => {
      for (let n = 0; n < share; n += 1) {
        const draft = draftFrom(random);
        const { sdk, fast, tookFastPath } = await both(draft);
        if (tookFastPath) fastCount += 1;
        if (JSON.stringify(compared(fast)) !== JSON.stringify(compared(sdk)))
          expect.fail(`${JSON.stringify(draft)} is answered ${JSON.stringify(fast)}, not ${JSON.stringify(sdk)}`);
      }
    };
    await Promise.all(Array.from({ length: 8 }, () => worker(Math.ceil(count / 8))));
    expect(fastCount).toBeGreaterThan(count / 10);
    expect(fastCount).toBeLessThan(count * 0.7);
  });
});

it('returns the same protocol error as the SDK for an internal fault', async () => {
  const { app } = doors.portal;
  const { store } = app.portal;
  const read = store.read;
  Object.assign(store, { read: () => Promise.reject(new Error('the disk is gone')) });
  try {
    for (const draft of [newer('get_item', ITEM), older('get_item', ITEM)]) {
      const { sdk, fast } = await both(draft);
      const withoutId = ({ message }: Reply) => message.replaceAll(/request [0-9a-f-]{36}/g, 'request …');
      expect([fast.status, withoutId(fast)]).toEqual([sdk.status, withoutId(sdk)]);
      expect(fast.message).toContain('-32603');
    }
  } finally {
    Object.assign(store, { read });
  }
});
