import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CARD, readyCart, type Shopper, shopper } from '../actors/shopper.js';
import { changeCharacter } from '../support/change-character.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { StdioHere } from '../support/stdio-here.js';
import { stillClock } from '../support/still-clock.js';
import { parseToolResult } from '../support/tool-result.js';
import { ACCEPT, newer, newerMeta } from './fast-path/messages.js';

/** `complete_checkout` without `expected_total` asks the person to confirm, if the client supports such questions. */

const clock = stillClock();
let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal({ clock });
});
afterAll(() => portal.close());

type Elicited = { readonly message: string; readonly mode?: string; readonly url?: string };
type Answer = { readonly action: 'accept' | 'decline' | 'cancel'; readonly content?: Record<string, never> };
type Elicitation = { readonly form?: Record<string, never>; readonly url?: Record<string, never> };
type Transport = 'HTTP' | 'HTTP, 2025' | 'stdio' | 'stdio, 2025';

let buyers = 0;
const newBuyer = () => {
  buyers += 1;
  return `asked-${buyers}`;
};

/** Connects an agent whose client answers each question to the person with the given reply. */
async function agent(over: Transport, buyer: string, elicitation: Elicitation | undefined, answer: Answer) {
  const asked: Elicited[] = [];
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    {
      capabilities: { ...(elicitation && { elicitation }) },
      versionNegotiation: { mode: over.endsWith('2025') ? 'legacy' : 'auto' },
    },
  );
  if (elicitation)
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      asked.push(params as Elicited);
      return answer.action === 'accept' && params.mode !== 'url' ? { ...answer, content: {} } : answer;
    });
  const key = portal.demo.deployment_key;
  if (over.startsWith('stdio')) {
    await client.connect(new StdioHere({ ...portal.commandEnv, PORTAL_API_KEY: key, PORTAL_BUYER_ID: buyer }));
  } else {
    const requestInit = { headers: { 'x-api-key': key, 'x-buyer-id': buyer } };
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', portal.url), { requestInit }));
  }
  const call = async (args: Readonly<Record<string, unknown>>) =>
    parseToolResult(
      await client.callTool({ name: 'complete_checkout', arguments: { payment: { instruments: [CARD] }, ...args } }),
    );
  return { asked, call, close: () => client.close() };
}

const FORM = { form: {} };
const ASKING: readonly Transport[] = ['HTTP', 'stdio', 'stdio, 2025'];

/** Fills a cart that is ready to be paid. The portal on stdio uses system time, so this sets the test clock to it. */
async function cartFor(over: Transport, by: Shopper) {
  if (!over.startsWith('stdio')) return readyCart(by);
  clock.advance(Date.now() - clock.now());
  return readyCart(by);
}

describe('asking the person to confirm', () => {
  it.each(ASKING)('asks with lines and total over %s, and pays if the person agrees', async (over) => {
    const buyer = newBuyer();
    const { id, total } = await cartFor(over, shopper(portal, { buyer }));
    const { asked, call, close } = await agent(over, buyer, FORM, { action: 'accept' });
    const { data } = await call({ checkout_id: id });
    expect(asked.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Place this order and pay for it\?\n2 × Enamel camp mug: \$32\.00\n/),
    ]);
    expect(asked[0]?.message).toContain(`Total: $${(total / 100).toFixed(2)}`);
    expect(data).toMatchObject({ status: 'completed', totals: { total } });
    await close();
  });
});

describe.each(ASKING)('over %s', (over) => {
  it.each(['decline', 'cancel'] as const)('charges nothing when the response is %s', async (action) => {
    const buyer = newBuyer();
    const by = shopper(portal, { buyer });
    const { id } = await cartFor(over, by);
    const { asked, call, close } = await agent(over, buyer, FORM, { action });
    expect(await call({ checkout_id: id })).toMatchObject({
      error: 'consent_declined',
      next: expect.stringMatching(/^Do not pay/),
    });
    expect(asked).toHaveLength(1);
    expect((await by.ok('get_checkout', { checkout_id: id })).data.status).toBe('ready_for_complete');
    await close();
  });

  it('opens the page when the checkout needs the buyer, and then reports that it is still not ready', async () => {
    const buyer = newBuyer();
    const by = shopper(portal, { buyer });
    await cartFor(over, by);
    const { data: cart } = await by.ok('get_cart', {});
    const line_items = [{ item: { id: 'oregon-pinot-noir' }, quantity: 1 }];
    await by.ok('add_line_items', { checkout_id: cart.id, line_items });
    const { asked, call, close } = await agent(over, buyer, { form: {}, url: {} }, { action: 'accept' });
    const refused = await call({ checkout_id: cart.id, expected_total: 1 });
    expect(asked).toEqual([expect.objectContaining({ mode: 'url', url: expect.stringMatching(/\/checkout\/chk_/) })]);
    expect(refused.error).toBe('checkout_not_ready');
    await close();
  });

  it('does not ask when the total is sent or the checkout is not ready', async () => {
    const buyer = newBuyer();
    const by = shopper(portal, { buyer });
    const { id, total } = await cartFor(over, by);
    const { asked, call, close } = await agent(over, buyer, FORM, { action: 'accept' });
    expect(await call({ checkout_id: id, expected_total: total + 1 })).toMatchObject({ error: 'total_changed' });
    await by.ok('remove_line_item', { checkout_id: id, line_item_id: 'mug' });
    await by.ok('remove_line_item', { checkout_id: id, line_item_id: 'tee' });
    expect(await call({ checkout_id: id })).toMatchObject({ error: 'checkout_not_ready' });
    expect(asked).toEqual([]);
    await close();
  });
});

describe('a client that cannot ask', () => {
  it.each<[Transport, Elicitation | undefined]>([
    ['HTTP', undefined],
    ['HTTP', { url: {} }],
    ['HTTP, 2025', FORM],
    ['stdio', undefined],
    ['stdio, 2025', undefined],
  ])('gets an error about expected_total over %s', async (over, elicitation) => {
    const buyer = newBuyer();
    const { id } = await cartFor(over, shopper(portal, { buyer }));
    const { asked, call, close } = await agent(over, buyer, elicitation, { action: 'accept' });
    const detail = expect.stringMatching(/^expected_total: /);
    expect(await call({ checkout_id: id })).toMatchObject({ error: 'invalid_request', detail });
    expect(asked).toEqual([]);
    await close();
  });
});

describe('requestState', () => {
  interface Asked {
    readonly buyer: string;
    readonly id: string;
    readonly state: string;
  }

  async function send(buyer: string, checkout_id: string | undefined, more: object = {}, key?: string) {
    const draft = newer('complete_checkout', undefined, newerMeta({ elicitation: { form: {} } }));
    const args = { checkout_id, payment: { instruments: [CARD] }, idempotency_key: key };
    const message = Object(draft.message);
    const body = { ...message, params: { ...message.params, arguments: args, ...more } };
    const headers = { ...draft.headers, accept: ACCEPT, 'x-buyer-id': buyer };
    return (await portal.request('POST', '/mcp', { body, headers })).json.result;
  }

  async function asked(): Promise<Asked> {
    const buyer = newBuyer();
    const { id } = await readyCart(shopper(portal, { buyer }));
    const { resultType, inputRequests, requestState } = await send(buyer, id);
    expect([resultType, Object.keys(inputRequests)]).toEqual(['input_required', ['pay']]);
    return { buyer, id, state: requestState };
  }

  const agreed = (requestState: string) => ({
    requestState,
    inputResponses: { pay: { action: 'accept', content: {} } },
  });

  it('pays with the consent, and replays the response to a repeat', async () => {
    const { buyer, id, state } = await asked();
    const paid = parseToolResult(await send(buyer, id, agreed(state)));
    expect(paid.data.status).toBe('completed');
    expect(parseToolResult(await send(buyer, id, agreed(state)))).toEqual(paid);
  });

  it('applies a state without checkout_id to the checkout in question, even if another cart is current', async () => {
    const { buyer, state } = await asked();
    const paid = parseToolResult(await send(buyer, undefined, agreed(state), 'lost-answer'));
    expect(paid.data.status).toBe('completed');
    await readyCart(shopper(portal, { buyer }));
    expect(parseToolResult(await send(buyer, undefined, agreed(state), 'lost-answer'))).toEqual(paid);
  });

  const asksAgain = async (buyer: string, id: string, state: string) => {
    const result = await send(buyer, id, agreed(state));
    expect(result.resultType).toBe('input_required');
    expect((await shopper(portal, { buyer }).ok('get_checkout', { checkout_id: id })).data.status).not.toBe(
      'completed',
    );
  };

  it('asks again when the state belongs to another checkout', async () => {
    const { state } = await asked();
    const { buyer, id } = await asked();
    await asksAgain(buyer, id, state);
  });

  it('asks again after the checkout changed', async () => {
    const { buyer, id, state } = await asked();
    await shopper(portal, { buyer }).ok('set_buyer', { checkout_id: id, buyer: { email: 'other@example.com' } });
    await asksAgain(buyer, id, state);
  });

  it('asks again after ten minutes', async () => {
    const { buyer, id, state } = await asked();
    clock.advance(10 * 60 * 1000);
    await asksAgain(buyer, id, state);
  });

  it.each(['', 'x', '.'.repeat(200)])('asks again when the portal did not issue the state: %j', async (state) => {
    const { buyer, id } = await asked();
    await asksAgain(buyer, id, state);
  });

  it("asks again when one character was changed, and reveals nothing of the state's content", async () => {
    const { buyer, id, state } = await asked();
    await asksAgain(buyer, id, changeCharacter(state, 20));
    expect(Buffer.from(state, 'base64url').toString('latin1')).not.toMatch(/pay|chk_/);
  });

  it('asks again when the state arrives without a reply', async () => {
    const { buyer, id, state } = await asked();
    expect((await send(buyer, id, { requestState: state })).resultType).toBe('input_required');
  });
});
