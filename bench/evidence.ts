import { createPrivateKey } from 'node:crypto';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import DatabaseConstructor from 'better-sqlite3';
import { generateKeyPair, privateKeyPem } from '../src/receipts.js';
import { Client } from './client.js';
import { type Loaded, loadText, quietly, whenIdle } from './idle.js';
import { inFolder } from './leftovers.js';
import { type Measured, PROGRAM, startPortal } from './processes.js';
import { aligned, machineLine, spreadCells } from './report.js';
import { alternate, type Round, round, type Spread, spread } from './rounds.js';
import { buyAtOnce, ofWorker, prepareShop, TEST_CARD, textAt } from './shop.js';
import { Receipts, type Signer } from './signing.js';

const HELP = `Measures what the evidence of orders and receipts costs: processor time of the portal, and bytes in the file, per
order bought in one call and per receipt submitted.

  npm run bench:evidence -- [options]

  --against <dir>  also measure a built checkout of another version, such as one without that evidence
  --rounds <n>     rounds per figure (default 9)
  --warm <n>       orders and receipts before the first round (default 3000)
  --json           print JSON instead of the table
  --help           print this
`;

const { values } = parseArgs({
  options: {
    against: { type: 'string' },
    rounds: { type: 'string', default: '9' },
    warm: { type: 'string', default: '3000' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const CONNECTIONS = 16;
/** Orders or receipts per round. */
const COUNT = 200;
/** Milliseconds in which the entries of orders reach the log. */
const SEQUENCED = 3_000;

/** A portal to which orders and receipts are added. */
interface Side {
  readonly program: string;
  readonly database: string;
  /** Adds as many of each; for a receipt, they are signed before the round. */
  readonly add: { readonly [Name in Subject]: (count: number) => Promise<Round> };
}

type Subject = 'order' | 'receipt';
const SUBJECTS: readonly Subject[] = ['order', 'receipt'];

/** Cost of one order or receipt. */
interface Figure {
  readonly program: string;
  readonly subject: Subject;
  /** CPU microseconds. */
  readonly cpu: Spread;
  /** Growth of the database. */
  readonly bytes: number;
}

if (values.help) process.stdout.write(HELP);
else await main();

async function main(): Promise<void> {
  const machine = `${machineLine()}; ${await whenIdle()}`;
  const figures = await inFolder('evidence', measureAll);
  const text = values.json ? JSON.stringify({ machine, figures }, null, 2) : `${machine}\n\n${tableOf(figures)}`;
  process.stdout.write(`${text}\n`);
}

async function measureAll(folder: string): Promise<Loaded<Figure>[]> {
  const others = values.against === undefined ? [] : [join(resolve(values.against), 'bin', 'portal.js')];
  const sides: Side[] = [];
  for (const [index, program] of [PROGRAM, ...others].entries())
    sides.push(await startSide(join(folder, `${index}.db`), program));
  const figures: Loaded<Figure>[] = [];
  for (const subject of SUBJECTS) {
    process.stderr.write(`${subject}\n`);
    for (const side of sides) await side.add[subject](Number(values.warm));
    const { measured, load } = await quietly(async () => ({ measured: await measure(sides, subject) }));
    figures.push(...measured.map((figure) => ({ ...figure, load })));
  }
  return figures;
}

async function measure(sides: readonly Side[], subject: Subject): Promise<Figure[]> {
  await sleep(SEQUENCED);
  const sizes = sides.map(({ database }) => usedBytes(database));
  const count = Number(values.rounds);
  const rounds = await alternate(sides, count, (side) => side.add[subject](COUNT));
  await sleep(SEQUENCED);
  return sides.map(({ program, database }, index) => ({
    program,
    subject,
    cpu: spread((rounds[index] ?? []).map(({ cpu }) => cpu)),
    // The first round of `alternate` is not returned.
    bytes: (usedBytes(database) - (sizes[index] ?? 0)) / ((count + 1) * COUNT),
  }));
}

async function startSide(database: string, program: string): Promise<Side> {
  const portal = await startPortal(database, undefined, program);
  const shop = await prepareShop(portal, CONNECTIONS);
  const receipts = new Receipts(await registerSigner(portal));
  return {
    program,
    database,
    add: {
      order: (count) =>
        round(portal, CONNECTIONS, count, async (client, worker) => {
          await buyAtOnce(client, shop.key, `${ofWorker(shop.carts, worker).buyer}-card`, TEST_CARD);
        }),
      receipt(count) {
        receipts.sign(count);
        return round(portal, CONNECTIONS, count, (client) => receipts.submit(client));
      },
    },
  };
}

/** Registers an agent, a consumer and a key over HTTP, since the file of another version cannot be written here. */
async function registerSigner(portal: Measured): Promise<Signer> {
  const key = /ok_\w+/.exec(portal.said)?.[0];
  if (!key) throw new Error('the portal showed no organization key');
  const client = new Client(portal.url, 1);
  const post = async (path: string, body: object) =>
    client.json({ method: 'POST', path: `/api/${path}`, headers: { 'x-api-key': key }, body });
  const { seed, publicKey } = generateKeyPair();
  const agent_id = textAt(await post('agents', { name: 'Bench' }), 'data', 'id');
  const consumer_id = textAt(await post('consumers', { name: 'Bench' }), 'data', 'id');
  await post('signing-keys', { public_key: publicKey.pem, agent_id });
  client.close();
  return {
    ...{ key, agent_id, consumer_id },
    signing_key: { public_key: publicKey.pem },
    private_key: createPrivateKey(privateKeyPem(seed)),
  };
}

/** Bytes of the pages in use, including those that are still in the write-ahead log. */
function usedBytes(database: string): number {
  const file = new DatabaseConstructor(database, { readonly: true });
  const number = (name: string) => Number(file.pragma(name, { simple: true }));
  const bytes = (number('page_count') - number('freelist_count')) * number('page_size');
  file.close();
  return bytes;
}

function tableOf(figures: readonly Loaded<Figure>[]): string {
  const rows = figures.map(({ subject, program, cpu, bytes, load }) => [
    ...[subject, program, ...spreadCells(cpu, 0), bytes.toFixed(0), loadText(load)],
  ]);
  return aligned(['', 'portal', 'cpu µs', 'least-most', 'bytes', ''], rows, [0, 1, 5]);
}
