import { getEventListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { v8Collection } from '../../src/cli/catalog/collector.js';
import { type AttemptDeps, attempt } from '../../src/delivery/attempt.js';
import type { Prepared } from '../../src/delivery/forms.js';
import type { LeasedDelivery } from '../../src/delivery/lanes.js';
import { signBody } from '../../src/delivery/sign-body.js';
import { webhookRequest } from '../../src/delivery/webhook-form.js';
import type { Delivery, WebhookForm } from '../../src/domain/webhook/delivery.js';
import type { Webhook } from '../../src/domain/webhook/webhook.js';
import type { Acknowledged, Poster } from '../../src/outbound/connector.js';

/** Tests single attempts with a fake resolver and connection, without network access. */

const NOON = Date.UTC(2026, 10, 20, 12);
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const stamps = { created_at: NOON, updated_at: NOON, version: 1 };

const delivery: Delivery & { readonly form: WebhookForm; readonly payload: string } = {
  ...{ id: 'dlv_1', lane: 'whk_1/order/ord_1', place: 1, organization_id: 'org_1', receiver: 'whk_1' },
  ...{ form: { kind: 'webhook' }, event_id: 'evt_1', type: 'order.created', subject: 'order/ord_1' },
  ...{ subject_version: 1, payload: '{"id":"evt_1"}', state: 'waiting', attempts: 0, outcome: null },
  ...{ status: null, attempted_at: null, ...stamps },
};

const unsealed = (text: string): string | undefined => text;

function work(url: string, unseal = unsealed): LeasedDelivery {
  const row: Webhook = {
    ...{ id: 'whk_1', organization_id: 'org_1', shop_id: null, url, description: null, events: null },
    ...{ status: 'active', secrets: [{ sealed: SECRET, expires_at: null }], ...stamps },
  };
  const signing = { local: false, sealing: { seal: (text: string) => text, unseal } };
  const sender = (now: number) => webhookRequest(signing, row, delivery, now);
  return { lane: delivery.lane, lease: 'lease', delivery, sender };
}

interface Network extends Poster {
  readonly asked: string[];
}

/** Resolves every name to these addresses, and answers every request with this response. */
function network(addresses: readonly string[], answer: () => Promise<Acknowledged>): Network {
  const asked: string[] = [];
  return {
    asked,
    resolve: async () => addresses,
    async post(url, address, { headers, body }) {
      asked.push(`${url.href} ${address} ${headers['webhook-signature']} ${body}`);
      return answer();
    },
  };
}

/** Never responds; ends when the attempt is aborted, like a network request. */
const hanging: Poster['post'] = (_url, _address, _message, signal) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

const ok = async () => ({ status: 200, retryAfter: undefined });

function sendingBy(poster: Poster, more: Partial<AttemptDeps> = {}): AttemptDeps {
  return { poster, local: false, now: () => NOON, ...more };
}

const never = new AbortController().signal;

test('sends the signed request to the checked address', async () => {
  const poster = network(['93.184.215.14'], ok);
  expect(await attempt(sendingBy(poster), work('https://merchant.example/events'), never)).toEqual({
    outcome: 'acknowledged',
    status: 200,
    retryAfter: undefined,
  });
  const signed = signBody(SECRET, `evt_1.${NOON / 1000}.{"id":"evt_1"}`);
  expect(poster.asked).toEqual([`https://merchant.example/events 93.184.215.14 ${signed} {"id":"evt_1"}`]);
});

test.each([
  ['a private address', ['10.0.0.1']],
  ['a private address beside a public one', ['93.184.215.14', '192.168.0.1']],
  ['this machine', ['127.0.0.1']],
  ['this machine in IPv6', ['::1']],
  ['an IPv4 address in IPv6', ['::ffff:10.0.0.1']],
  ['the address of cloud metadata', ['169.254.169.254']],
])('sends nothing to a name that resolves to %s', async (_what, addresses) => {
  const poster = network(addresses, ok);
  const made = await attempt(sendingBy(poster), work('https://merchant.example/events'), never);
  expect([made?.outcome, poster.asked]).toEqual(['not_public', []]);
});

test.each(['https://10.0.0.1/', 'http://merchant.example/', 'https://[::1]/', 'http://127.0.0.1/'])(
  'sends nothing to %s, although it was allowed when it was stored',
  async (url) => {
    const poster = network(['93.184.215.14'], ok);
    const made = await attempt(sendingBy(poster), work(url), never);
    expect([made?.outcome, poster.asked]).toEqual(['not_public', []]);
  },
);

test('reports a name without an address, and a failed connection, as unreachable', async () => {
  const nowhere = network([], ok);
  expect((await attempt(sendingBy(nowhere), work('https://merchant.example/'), never))?.outcome).toBe('unreachable');
  const broken = network(['93.184.215.14'], () => Promise.reject(new Error('reset')));
  expect((await attempt(sendingBy(broken), work('https://merchant.example/'), never))?.outcome).toBe('unreachable');
});

test('returns no outcome for an attempt that the portal aborts', async () => {
  const stop = new AbortController();
  const hanging = network(['93.184.215.14'], () => {
    stop.abort();
    return Promise.reject(new Error('aborted'));
  });
  expect(await attempt(sendingBy(hanging), work('https://merchant.example/'), stop.signal)).toBeUndefined();
});

test('sends nothing when the secret cannot be read', async () => {
  const poster = network(['93.184.215.14'], ok);
  const made = await attempt(
    sendingBy(poster),
    work('https://merchant.example/', () => undefined),
    never,
  );
  expect([made?.outcome, poster.asked]).toEqual(['unsealable', []]);
});

test.each<[string, Partial<Poster>]>([
  ['answers', { post: hanging }],
  ['resolves', { resolve: () => new Promise(() => undefined) }],
])('ends the attempt at the time limit when a receiver never %s', async (_what, silent) => {
  const poster = { ...network(['93.184.215.14'], ok), ...silent };
  const made = await attempt(sendingBy(poster, { timeoutMs: 20 }), work('https://merchant.example/'), never);
  expect(made).toEqual({ outcome: 'timeout', status: null });
});

test('counts request preparation toward the time limit', async () => {
  const poster = network(['93.184.215.14'], ok);
  const slow = { ...work('https://merchant.example/'), sender: () => new Promise<Prepared>(() => undefined) };
  const made = await attempt(sendingBy(poster, { timeoutMs: 20 }), slow, never);
  expect([made?.outcome, poster.asked]).toEqual(['timeout', []]);
});

test('releases the body and the abort listener of an attempt once it ends', async () => {
  const stop = new AbortController();
  const bodies: WeakRef<Buffer>[] = [];
  const failing = async () => Promise.reject(new Error('reset'));
  for (const [addresses, answer] of [
    [['93.184.215.14'], ok] as const,
    [['93.184.215.14'], failing] as const,
    [[], ok] as const,
  ]) {
    const poster = network(addresses, answer);
    const { sender, ...rest } = work('https://merchant.example/');
    const noted = async (now: number) => {
      const prepared = await sender(now);
      if (typeof prepared !== 'string' && 'message' in prepared) bodies.push(new WeakRef(prepared.message.body));
      return prepared;
    };
    await attempt(sendingBy(poster), { ...rest, sender: noted }, stop.signal);
  }
  expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
  await setImmediate();
  v8Collection()();
  expect(bodies.map((body) => body.deref())).toEqual([undefined, undefined, undefined]);
});
