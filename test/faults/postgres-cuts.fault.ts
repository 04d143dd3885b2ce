import { randomUUID } from 'node:crypto';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Cut, type CuttingProxy, cuttingProxy } from '../support/cutting-proxy.js';
import type { Answered } from '../support/portal.js';
import { postgresBinaries } from '../support/postgres-binaries.js';
import { PostgresProgram } from '../support/postgres-program.js';
import { volume } from '../support/volume.js';
import { type CutCall, KINDS } from './cut-calls.js';
import type { Fault, Figures } from './fault.js';
import { PostgresPortals } from './postgres-portals.js';

/** The connection is cut at every fifth statement in the short run, and at every statement in the full run. */
const STEP = volume(5, 1);
/** Number of outages that last until the portal gives up. */
const OUTAGES = volume(1, 2);
/** Maximum number of outages until one of them cuts a write that was made by a call. */
const MOST_TRIES = 5;
const ALL_KINDS = Object.keys(KINDS);
/** Index of the portal whose connections are cut, and of the other one. */
const [CUT, SAFE] = [0, 1];

export const fault: Fault = {
  title:
    'The connection to PostgreSQL cut before each statement of a transaction, around its COMMIT and for long: the call is done once, and a repeat answers the same',
  async run(folder) {
    // PostgreSQL may run as another user, which needs access to its data below this folder.
    chmodSync(folder, 0o755);
    const place = { binaries: postgresBinaries(), folder: join(folder, 'server'), settings: [] };
    const server = await PostgresProgram.created(place);
    await server.start();
    const proxy = await cuttingProxy(server.url);
    try {
      const portals = await PostgresPortals.started([proxy.url, server.url], folder);
      try {
        return await cutAll(portals, proxy);
      } finally {
        await portals.drop();
      }
    } finally {
      await proxy.close();
      await server.stop('SIGQUIT');
    }
  },
};

async function cutAll(portals: PostgresPortals, proxy: CuttingProxy): Promise<Figures> {
  const moments = new Map<string, number>();
  for (const [kind, make] of Object.entries(KINDS)) {
    for (const cut of cutsOf()) {
      const call = await make(portals, `${kind}-${randomUUID()}`);
      if (!(await cutOnce(proxy, call, cut.is))) cut.isPast = true;
      else moments.set(nameOf(cut.is), (moments.get(nameOf(cut.is)) ?? 0) + 1);
    }
  }
  for (let outage = 0; outage < OUTAGES; outage += 1)
    for (const when of ['before', 'after'] as const) await cutUntilUnknown(portals, proxy, when, ALL_KINDS);
  // The first transaction of a purchase stores its payment attempt, but no response.
  await cutUntilUnknown(portals, proxy, 'after', ['order']);
  await silenceForLong(portals, proxy);
  await portals.stop();
  await portals.assertVerified();
  return {
    'kinds of calls': ALL_KINDS.join(', '),
    'cuts, by moment': [...moments].map(([name, count]) => `${name} ${count}`).join(', '),
    'outages until the answer was 503': `${2 * OUTAGES + 1}, and 1 in which the server said nothing`,
    'lost, done twice': '0, 0',
    'portal log verify': 'valid',
  };
}

interface Planned {
  readonly is: Cut;
  /** Set to true by the caller if the transaction has fewer statements. */
  isPast: boolean;
}

/** Yields cuts at all points of a transaction, from statement to statement until `isPast` is set. */
function* cutsOf(): Generator<Planned> {
  const of = 'a write' as const;
  yield { is: { of, at: 'BEGIN', when: 'before' }, isPast: false };
  for (const when of ['before', 'late'] as const) {
    for (let at = 0; ; at += STEP) {
      const planned: Planned = { is: { of, at, when }, isPast: false };
      yield planned;
      if (planned.isPast) break;
    }
    yield { is: { of, at: 'COMMIT', when }, isPast: false };
  }
  yield { is: { of, at: 'COMMIT', when: 'after' }, isPast: false };
}

function nameOf({ at, when }: Cut): string {
  return `${when} ${typeof at === 'number' ? 'a statement' : at}`;
}

/** Sends a call and cuts its transaction at a point. Returns true if the transaction reached that point. */
async function cutOnce(proxy: CuttingProxy, call: CutCall, cut: Cut): Promise<boolean> {
  const before = proxy.cuts;
  const headers = { 'idempotency-key': randomUUID() };
  proxy.cutNext(cut);
  const first = await call.send(CUT, headers);
  proxy.cutNext(undefined);
  expect(first.status, first.text).toBe(200);
  await assertDoneOnce(call, headers, [first]);
  return proxy.cuts > before;
}

/** Repeats a long outage until it leaves the outcome of a call unknown. */
async function cutUntilUnknown(
  portals: PostgresPortals,
  proxy: CuttingProxy,
  when: 'before' | 'after',
  kinds: readonly string[],
): Promise<void> {
  // The cut may hit one of the portal's internal writes instead.
  for (let tries = 1; !(await cutForLong(portals, proxy, when, kinds)); tries += 1)
    expect(tries).toBeLessThan(MOST_TRIES);
}

/** Cuts a COMMIT, and keeps PostgreSQL unreachable until all calls have got 503. Returns true if one was unknown. */
async function cutForLong(
  portals: PostgresPortals,
  proxy: CuttingProxy,
  when: 'before' | 'after',
  kinds: readonly string[],
): Promise<boolean> {
  const calls = await oneOfEach(portals, kinds);
  proxy.cutNext({ of: 'a write', at: 'COMMIT', when, thenGone: true });
  const refused = await refusedAll(calls);
  const through = await Promise.all(calls.map(({ call, headers }) => call.send(SAFE, headers)));
  await portals.recover(() => proxy.resume());
  for (const [index, { call, headers }] of calls.entries())
    await assertDoneOnce(call, headers, through.slice(index, index + 1));
  return refused.some((text) => text.includes('not known'));
}

/** Checks an outage in which PostgreSQL stops responding but closes no connection. */
async function silenceForLong(portals: PostgresPortals, proxy: CuttingProxy): Promise<void> {
  const calls = await oneOfEach(portals, ALL_KINDS);
  proxy.silence(true);
  await refusedAll(calls);
  await portals.recover(async () => proxy.silence(false));
  for (const { call, headers } of calls) await assertDoneOnce(call, headers, []);
}

interface Sent {
  readonly call: CutCall;
  readonly headers: Readonly<Record<string, string>>;
}

function oneOfEach(portals: PostgresPortals, kinds: readonly string[]): Promise<Sent[]> {
  const wanted = Object.entries(KINDS).filter(([kind]) => kinds.includes(kind));
  return Promise.all(
    wanted.map(async ([kind, make]) => ({
      call: await make(portals, `${kind}-${randomUUID()}`),
      headers: { 'idempotency-key': randomUUID() },
    })),
  );
}

/** Sends all calls concurrently, and expects 503 for each. Returns the texts of the responses. */
async function refusedAll(calls: readonly Sent[]): Promise<string[]> {
  const answers = await Promise.all(calls.map(({ call, headers }) => call.send(CUT, headers)));
  for (const { status, headers, text } of answers)
    expect({ status, isLater: headers.has('retry-after') }, text).toEqual({ status: 503, isLater: true });
  return answers.map(({ text }) => text);
}

/** Checks that repeats through both portals return the first response, and that the call took effect once. */
async function assertDoneOnce(
  call: CutCall,
  headers: Record<string, string>,
  known: readonly Answered[],
): Promise<void> {
  const answers = [...known, await call.send(SAFE, headers), await call.send(CUT, headers)];
  const [first] = answers;
  const outcomes = answers.map(({ status, text }) => ({ status, text }));
  expect(outcomes, `responses to ${call.name}`).toEqual(answers.map(() => ({ status: 200, text: first?.text })));
  expect(await call.effects(), `effects of ${call.name}`).toBe(1);
}
