import type { Attempts } from './attempts.js';
import type { Client } from './client.js';
import { batchOf, commits } from './commits.js';
import { echoRound } from './echo-rounds.js';
import type { Loaded } from './idle.js';
import type { Bench } from './measure.js';
import { makeOrganization, type Organization } from './organization.js';
import { spreadText } from './report.js';
import { type Round, round, type Spread, spread } from './rounds.js';
import { makeSignedLog } from './signed-log.js';
import { Receipts, verifyPerSecond } from './signing.js';

/** A figure as text, with its value and the targets it missed. */
export interface TextFigure {
  readonly row: string;
  readonly text: string;
  readonly value: Spread;
  readonly missed: readonly string[];
}

/** Formats a figure as one line, without the name of its row. */
export function briefText({ text, missed }: TextFigure): string {
  return missed.length > 0 ? `${text}  MISSED: ${missed.join(', ')}` : text;
}

export const RECEIPT_ROWS = {
  accepted: 'receipts accepted, durable',
  proofs: 'receipt proofs (3 calls), 100,000 leaves by 1,000',
  memory: 'receipt memory',
} as const;

const CONNECTIONS = 16;
/** Receipts per round. */
const COUNT = 2_000;
/** Warm-up rounds: until V8 has compiled its code, the portal needs up to twice the processor time per receipt. */
const WARM = 5;

/** Minimum throughput, relative to a server that handles an echo request and verifies one signature per receipt. */
const LEAST_ALLOWED = 0.65;
const MOST_PROOF_RATIO = 1.5;
/** Maximum growth factor of the server's resident memory over the measured rounds. */
const MOST_GROWTH = 1.1;

export async function measureReceipts(
  bench: Bench,
  rows: readonly string[],
  attempts: Attempts,
): Promise<Loaded<TextFigure>[]> {
  const figures: Loaded<TextFigure>[] = [];
  const measures = { accepted, proofs, memory };
  for (const [name, measure] of Object.entries(measures)) {
    const row = Reflect.get(RECEIPT_ROWS, name);
    if (!rows.includes(row)) continue;
    figures.push(...(await attempts.run(row, () => measure(bench), briefText)));
  }
  return figures;
}

async function submitRound({ portal }: Bench, receipts: Receipts): Promise<Round> {
  receipts.sign(COUNT);
  return round(portal, CONNECTIONS, COUNT, (client) => receipts.submit(client));
}

async function accepted(bench: Bench): Promise<TextFigure> {
  const organization = await makeOrganization(bench.database);
  const receipts = new Receipts(organization);
  for (let warm = 0; warm < WARM; warm += 1) await submitRound(bench, receipts);
  const before = await commits(bench.portal);
  const pairs: { echo: Round; ours: Round; verify: number }[] = [];
  for (let pair = 0; pair < bench.pairs; pair += 1) {
    const echo = await echoRound(bench.echo, CONNECTIONS);
    const verify = verifyPerSecond(organization);
    pairs.push({ echo, verify, ours: await submitRound(bench, receipts) });
  }
  const batch = batchOf(before, await commits(bench.portal))?.toFixed(1);
  const value = spread(pairs.map(({ echo, ours, verify }) => ours.perSecond * (1 / echo.perSecond + 1 / verify)));
  const part = (of: (pair: (typeof pairs)[number]) => number) => spreadText(spread(pairs.map(of)), 0);
  return {
    row: RECEIPT_ROWS.accepted,
    value,
    text: `${part(({ ours }) => ours.perSecond)}/s at ${CONNECTIONS} connections, ${part(({ ours }) => ours.cpu)} µs cpu, batch ${batch}; echo ${part(({ echo }) => echo.perSecond)}/s, ${part(({ echo }) => echo.cpu)} µs; crypto.verify ${part(({ verify }) => verify)}/s; ${spreadText(value, 2)} of what the two allow`,
    missed: value.median < LEAST_ALLOWED ? [`${value.median.toFixed(2)} < ${LEAST_ALLOWED}`] : [],
  };
}

const SMALL = 1_000;
const LARGE = 100_000;
/** Proofs per round, of three requests each. */
const PROOFS = 300;

/** Returns a function that reads a proof: inclusion, consistency with an earlier checkpoint, and the checkpoint. */
function proofOf({ organization_id, key }: Organization, leaves: number) {
  const headers = { 'x-api-key': key };
  const get = (client: Client, path: string) =>
    client.run({ method: 'GET', path: `/api/receipts/log/${path}`, headers });
  return async (client: Client, _worker: number, turn: number) => {
    const index = (turn * 7919) % leaves;
    await get(client, `inclusion/bench-${organization_id}-${index}`);
    await get(client, `consistency?from=${index + 1}`);
    await get(client, 'checkpoint');
  };
}

async function proofs({ portal, database, pairs }: Bench): Promise<TextFigure> {
  const [small, large] = [await makeSignedLog(database, SMALL), await makeSignedLog(database, LARGE)];
  const sides = [proofOf(small, SMALL), proofOf(large, LARGE)] as const;
  for (const once of sides) await round(portal, 1, PROOFS, once);
  const times: [number, number][] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const [few, many] = [await round(portal, 1, PROOFS, sides[0]), await round(portal, 1, PROOFS, sides[1])];
    times.push([1000 / few.perSecond, 1000 / many.perSecond]);
  }
  const [before, after] = [spread(times.map(([few]) => few)), spread(times.map(([, many]) => many))];
  const value = spread(times.map(([few, many]) => many / few));
  return {
    row: RECEIPT_ROWS.proofs,
    value,
    text: `${spreadText(after, 2)} ms by ${spreadText(before, 2)} ms, one connection: ${spreadText(value, 2)} times`,
    missed: value.median > MOST_PROOF_RATIO ? [`${value.median.toFixed(2)} > ${MOST_PROOF_RATIO}`] : [],
  };
}

/** Rounds in which memory must stay stable. */
const WATCHED = 10;
const MEGABYTE = 2 ** 20;

async function memory(bench: Bench): Promise<TextFigure> {
  const receipts = new Receipts(await makeOrganization(bench.database));
  for (let warm = 0; warm < WARM; warm += 1) await submitRound(bench, receipts);
  const sizes = [bench.portal.rss()];
  for (let watched = 0; watched < WATCHED; watched += 1) {
    await submitRound(bench, receipts);
    sizes.push(bench.portal.rss());
  }
  const [first = 0] = sizes;
  const value = spread(sizes.slice(-3).map((size) => size / first));
  return {
    row: RECEIPT_ROWS.memory,
    value,
    text: `RSS ${sizes.map((size) => (size / MEGABYTE).toFixed(0)).join(' ')} MB, after each ${COUNT} receipts (${WARM * COUNT} before)`,
    missed: value.median > MOST_GROWTH ? [`${value.median.toFixed(2)} > ${MOST_GROWTH}`] : [],
  };
}
