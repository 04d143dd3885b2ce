import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Attester,
  anotherAgent,
  anotherConsumer,
  anotherOrganization,
  demoAttester,
  newSignerOf,
  submitted,
} from '../../actors/attester.js';
import { shopper } from '../../actors/shopper.js';
import type { Signer } from '../../actors/signer.js';
import { changeCharacter } from '../../support/change-character.js';
import { startPortal, type TestPortal } from '../../support/portal.js';
import { stillClock } from '../../support/still-clock.js';
import { anotherKey } from '../../support/tenants.js';

/** `list_receipts`: filters, pages, and the lists for which a cursor is valid. */

let portal: TestPortal;
let attester: Attester;
let other: Attester;
let signer: Signer;
let clock: ReturnType<typeof stillClock>;
/** Receipts in log order: their ids and members. */
const made: {
  readonly id: string;
  readonly agent_id: string;
  readonly consumer_id: string;
  readonly job_id: string;
}[] = [];

beforeAll(async () => {
  clock = stillClock();
  portal = await startPortal({ clock });
  attester = demoAttester(portal);
  other = await anotherOrganization(portal);
  signer = await newSignerOf(attester);
  const { organization_id } = attester;
  const agents = [attester.agent_id, await anotherAgent(portal, organization_id)];
  const consumers = [attester.consumer_id, await anotherConsumer(portal, organization_id)];
  for (let n = 0; n < 30; n += 1) {
    const of = { agent_id: agents[n % 2] ?? '', consumer_id: consumers[n % 3 === 0 ? 1 : 0] ?? '' };
    // Each job of an agent can have only one receipt. Both agents use the same job ids.
    const job_id = `job-${n >> 1}`;
    clock.advance(n % 4 === 0 ? 1000 : 0);
    made.push({ ...of, job_id, id: await submitted({ ...attester, ...of }, signer, clock.now(), { job_id }) });
  }
  await submitted(other, await newSignerOf(other), clock.now(), { job_id: 'job-1' });
});
afterAll(() => portal.close());

type Filter = Readonly<Record<string, string>>;

/** Returns the ids on all pages. Every page except the last must be full. */
async function walk(filter: Filter, limit: number, between: () => Promise<void> = async () => undefined) {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await attester.by.ok('list_receipts', { ...filter, limit, ...(cursor !== undefined && { cursor }) });
    ids.push(...page.data.map(({ id }: { id: string }) => id));
    cursor = page.pagination?.cursor;
    expect(page.data.length).toBeLessThanOrEqual(limit);
    if (cursor !== undefined) expect(page.data).toHaveLength(limit);
    await between();
  } while (cursor !== undefined);
  return ids;
}

const matching = (filter: Filter) =>
  made
    .filter((one) => Object.entries(filter).every(([name, value]) => Reflect.get(one, name) === value))
    .map(({ id }) => id)
    .reverse();

/** Every combination of the filters by agent, consumer and job. */
const SETS = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) =>
  ['agent_id', 'consumer_id', 'job_id'].filter((_name, index) => (bits >> index) & 1),
);

describe('a list of receipts', () => {
  it.each(SETS.map((names) => [names.join() || 'nothing', names] as const))(
    'returns the receipts filtered by %s, newest first',
    async (_title, names) => {
      const filter = Object.fromEntries(names.map((name) => [name, String(Reflect.get(made[3] ?? {}, name))]));
      const expected = matching(filter);
      expect(expected.length).toBeGreaterThan(0);
      for (const limit of [1, 2, 7, 100]) expect(await walk(filter, limit)).toEqual(expected);
    },
  );

  it.each<[what: string, filter: () => Filter]>([
    ['an agent that is absent', () => ({ agent_id: 'agt_absent' })],
    ["another organization's agent", () => ({ agent_id: other.agent_id })],
    ["another organization's consumer", () => ({ consumer_id: other.consumer_id })],
    ['a job in another case', () => ({ job_id: 'JOB-1' })],
    ['an existing agent and an absent job', () => ({ agent_id: attester.agent_id, job_id: 'job-99' })],
    ['a job id that would be a pattern in SQL', () => ({ job_id: 'job-%' })],
  ])('returns an empty list for %s', async (_what, filter) => {
    expect(await attester.by.ok('list_receipts', filter())).toEqual({ data: [] });
  });

  it('returns 20 entries by default, and a cursor only when there are more', async () => {
    const first = await attester.by.ok('list_receipts', {});
    expect(first.data.map(({ id }: { id: string }) => id)).toEqual(matching({}).slice(0, 20));
    const rest = await attester.by.ok('list_receipts', { cursor: first.pagination.cursor });
    expect([rest.data.length, rest.pagination]).toEqual([10, undefined]);
    expect((await attester.by.ok('list_receipts', { limit: 30 })).pagination).toBeUndefined();
  });

  it('returns each receipt once while others are added', async () => {
    const before = matching({});
    const added: string[] = [];
    const seen = await walk({}, 7, async () => {
      added.push(await submitted(attester, signer, clock.now()));
    });
    expect(seen).toEqual(before);
    expect((await walk({}, 100)).slice(0, added.length)).toEqual([...added].reverse());
  });
});

describe('a cursor of the receipt list', () => {
  const cursorOf = async (filter: Filter) =>
    (await attester.by.ok('list_receipts', { ...filter, limit: 1 })).pagination.cursor;

  it('is rejected with other filters', async () => {
    const { agent_id, consumer_id } = attester;
    const filters: readonly Filter[] = [
      {},
      { agent_id },
      { consumer_id },
      { agent_id, consumer_id },
      { job_id: 'job-1' },
    ];
    for (const mine of filters) {
      const cursor = await cursorOf(mine);
      for (const theirs of filters) {
        const args = { ...theirs, cursor };
        if (theirs === mine) expect((await attester.by.ok('list_receipts', args)).data.length).toBeGreaterThan(0);
        else await attester.by.refused('list_receipts', args, 'invalid_cursor');
      }
    }
  });

  it('is rejected by another list or for another organization', async () => {
    const cursor = await cursorOf({});
    await other.by.refused('list_receipts', { cursor }, 'invalid_cursor');
    await attester.by.refused('list_signing_keys', { cursor }, 'invalid_cursor');
    await attester.by.refused('list_agents', { cursor }, 'invalid_cursor');
  });

  it('is accepted with every key of the organization and with pages of any size', async () => {
    const cursor = await cursorOf({});
    const { key } = await anotherKey(portal, 'deployment', { scopes: ['receipts:read'] });
    const expected = await attester.by.ok('list_receipts', { cursor, limit: 5 });
    const asked = await shopper(portal, { key }).ok('list_receipts', { cursor, limit: 5 });
    expect(asked.data.map(({ id }: { id: string }) => id)).toEqual(expected.data.map(({ id }: { id: string }) => id));
  });

  it('is rejected if one character is changed', async () => {
    const cursor = await cursorOf({});
    for (let at = 0; at < cursor.length; at += 5) {
      await attester.by.refused('list_receipts', { cursor: changeCharacter(cursor, at) }, 'invalid_cursor');
    }
  });
});

describe('a filtered list of receipts', () => {
  it('returns the matches of context, resolution, key and times, sorted by the requested time', async () => {
    const { by, organization_id, consumer_id } = attester;
    const agent_id = await anotherAgent(portal, organization_id);
    const own = await newSignerOf(attester, agent_id);
    const of = { ...attester, agent_id };
    const start = clock.now();
    const submit = (key: Signer, issued: number, change: object) =>
      submitted(of, key, issued, { context_hash: 'about this', ...change });
    const one = await submit(own, start - 3000, {});
    clock.advance(1000);
    const two = await submit(signer, start - 5000, { resolution: 'failure' });
    clock.advance(1000);
    const three = await submit(own, start - 4000, { resolution: 'failure', context_hash: 'about that' });
    const at = (offset: number) => new Date(start + offset).toISOString();
    const ids = async (filter: object) => {
      const { data } = await by.ok('list_receipts', { agent_id, ...filter });
      return data.map(({ id }: { id: string }) => id);
    };
    expect(await ids({})).toEqual([three, two, one]);
    expect(await ids({ context_hash: 'about this' })).toEqual([two, one]);
    expect(await ids({ resolution: 'failure', consumer_id })).toEqual([three, two]);
    const shown = (await by.ok('get_receipt', { receipt_id: one })).data;
    const { signing_key_id, key_fingerprint } = shown;
    expect(await ids({ signing_key_id })).toEqual([three, one]);
    expect(await ids({ key_fingerprint })).toEqual([three, one]);
    expect(await ids({ key_fingerprint, signing_key_id })).toEqual([three, one]);
    expect(await ids({ key_fingerprint: signer.fingerprint, signing_key_id })).toEqual([]);
    expect(await ids({ received_from: at(1000) })).toEqual([three, two]);
    expect(await ids({ received_before: at(1000) })).toEqual([one]);
    expect(await ids({ received_from: at(1000), received_before: at(1001), resolution: 'failure' })).toEqual([two]);
    expect(await ids({ issued_from: at(-4000) })).toEqual([one, three]);
    expect(await ids({ issued_before: at(-3000) })).toEqual([three, two]);
    expect(await ids({ issued_from: at(-5000), issued_before: at(-4000), received_from: at(1000) })).toEqual([two]);
    const last = { issued_from: at(-5000), limit: 2 };
    const { data, pagination } = await by.ok('list_receipts', { agent_id, ...last });
    const rest = await by.ok('list_receipts', { agent_id, ...last, cursor: pagination.cursor });
    expect([...data, ...rest.data].map(({ id }: { id: string }) => id)).toEqual([one, three, two]);
    expect(await by.refused('list_receipts', { agent_id, cursor: pagination.cursor }, 'invalid_cursor')).toBeDefined();
  });

  it("returns an empty list for the fingerprint of an unknown key or another organization's key", async () => {
    const theirs = await newSignerOf(other, other.agent_id);
    for (const key_fingerprint of [theirs.fingerprint, 'f'.repeat(64)])
      expect(await attester.by.ok('list_receipts', { key_fingerprint })).toEqual({ data: [] });
  });
});
