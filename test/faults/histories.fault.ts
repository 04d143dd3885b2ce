import { registryCaller } from '../actors/registry-caller.js';
import { volume } from '../support/volume.js';
import { DoesNotHold, type Fault, type Figures } from './fault.js';
import { runHistory } from './history.js';
import { type Engine, onPostgres, onSqlite, type Served } from './history-engines.js';
import type { Counts, Violation } from './history-object.js';
import type { Home } from './history-shop.js';

/** Variables for the number of histories, for one seed of all of them, and for one engine. */
const { HISTORIES, HISTORIES_SEED, HISTORIES_ENGINE } = process.env;
const COUNT = volume(6, 1_000);
/** Number of histories in progress at a time, each in another organization. */
const AT_ONCE = 6;
/** Maximum number of violations that are printed. */
const MAX_PRINTED = 3;
/** Number of times that a violated history should run again: its calls are then the same, but not their times. */
const AGAIN = 50;

const ENGINES: ReadonlyMap<string, Engine> = new Map([
  ['sqlite', onSqlite],
  ['postgres', onPostgres],
]);

export const fault: Fault = {
  title:
    'Concurrent histories of carts, stock, orders, receipt logs and order numbers through several portals, on both engines: all are linearizable',
  async run(folder) {
    const count = wholeNumber('HISTORIES', HISTORIES, COUNT);
    const seedOf = (history: number) => wholeNumber('HISTORIES_SEED', HISTORIES_SEED, history);
    let figures: Figures = {};
    for (const name of HISTORIES_ENGINE === undefined ? ENGINES.keys() : [HISTORIES_ENGINE]) {
      const engine = ENGINES.get(name);
      if (!engine) throw new Error(`HISTORIES_ENGINE: must be ${[...ENGINES.keys()].join(' or ')}`);
      await engine(folder, async (served) => {
        const found = await runAll(served, count, seedOf);
        figures = { ...figures, ...figuresOf(name, served, found) };
        if (found.violations.length > 0) throw new DoesNotHold(textOf(name, found.violations), figures);
      });
    }
    return figures;
  },
};

/** @throws Error for a value that is not a whole number above 0 */
function wholeNumber(name: string, value: string | undefined, otherwise: number): number {
  if (value === undefined) return otherwise;
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new Error(`${name}: must be a whole number above 0`);
  return Number(value);
}

interface FoundViolation extends Violation {
  readonly history: number;
  readonly seed: number;
}

interface Found {
  readonly histories: number;
  /** Milliseconds for each history. */
  readonly each: number;
  readonly counts: readonly Counts[];
  readonly violations: readonly FoundViolation[];
}

/** Runs histories on an engine, each with its seed. */
async function runAll(served: Served, histories: number, seedOf: (history: number) => number): Promise<Found> {
  const counts: Counts[] = [];
  const violations: FoundViolation[] = [];
  let begun = 0;
  const work = async (home: Home) => {
    while (begun < histories) {
      begun += 1;
      const [history, seed] = [begun, seedOf(begun)];
      const result = await runHistory(served.urls, home, seed).catch((cause: unknown) => {
        throw new Error(`history ${history}, seed ${seed}: ${cause instanceof Error ? cause.stack : cause}`);
      });
      counts.push(...result.counts);
      violations.push(...result.violations.map((violation) => ({ ...violation, history, seed })));
    }
  };
  const homes = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => newHome(served, `home ${index}`)));
  const start = performance.now();
  await Promise.all(homes.map(work));
  return { histories, each: Math.round((performance.now() - start) / histories), counts, violations };
}

async function newHome({ urls: [url = ''], newOwner }: Served, name: string): Promise<Home> {
  const { organization_id, key: ownerKey } = await newOwner(name);
  const { id } = await registryCaller(() => url, ownerKey).ok('create_consumer', { name });
  return { organization_id, ownerKey, consumer_id: String(id) };
}

function figuresOf(engine: string, { urls }: Served, { histories, each, counts, violations }: Found): Figures {
  const sum = (name: keyof Counts) => counts.reduce((total, one) => total + one[name], 0);
  const kinds = [...new Set(violations.map(({ object }) => object))];
  const byKind = kinds.map((kind) => `${kind} ${violations.filter(({ object }) => object === kind).length}`);
  return {
    [`${engine}, histories`]: `${histories} through ${urls.length} portals, ${each} ms each`,
    [`${engine}, calls`]: `${sum('calls')}, of them ${sum('overlapping')} overlapping, ${sum('repeated')} repeated, ${sum('unknown')} with an unknown outcome`,
    [`${engine}, violations`]: [violations.length, ...byKind].join(', '),
  };
}

function textOf(engine: string, violations: readonly FoundViolation[]): string {
  const texts = violations.slice(0, MAX_PRINTED).map(({ object, timeline, history, seed }) => {
    const again = `HISTORIES_ENGINE=${engine} HISTORIES_SEED=${seed} HISTORIES=${AGAIN} npm run faults -- histories`;
    const title = `History ${history} on ${engine}, seed ${seed}: the calls on the ${object} are not linearizable.`;
    return `${title}\n${timeline}\nThe same calls ${AGAIN} times: ${again}`;
  });
  return texts.join('\n\n');
}
