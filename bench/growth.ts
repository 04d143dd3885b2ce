import type { Attempts } from './attempts.js';
import type { Client } from './client.js';
import type { Loaded } from './idle.js';
import type { Bench } from './measure.js';
import { startPortal } from './processes.js';
import { briefText, type TextFigure } from './receipts.js';
import { spreadText } from './report.js';
import { alternate, type Round, round, spread } from './rounds.js';
import type { Row } from './rows.js';
import { prepareShop, type Shop } from './shop.js';

/** Maximum ratio of median latency on the large file to median latency on the small one. */
const MOST_GROWTH = 1.2;
/** Share of a row's requests that a round sends. A sixth is enough, since only one connection is measured. */
const PART = 1 / 6;

/**
 * Measures each row on the bench's own database and on a file filled by `npm run bench:seed`, in alternating rounds
 * over one connection, and compares the latencies. `warm`: turns of each row that the portal on that file answers first,
 * as the other one has.
 */
export async function measureGrowth(
  bench: Bench,
  rows: readonly Row[],
  { file, warm }: { readonly file: string; readonly warm: number },
  attempts: Attempts,
): Promise<Loaded<TextFigure>[]> {
  const large = await startPortal(file, undefined);
  try {
    const sides = [bench, { portal: large, shop: await prepareShop(large, 1) }] as const;
    const figures: Loaded<TextFigure>[] = [];
    for (const row of rows) {
      const rounds = () =>
        alternate(sides, bench.pairs, ({ portal, shop }) => round(portal, 1, row.count * PART, onceOf(row, shop)));
      const measure = async () => {
        await round(large, 1, warm, onceOf(row, sides[1].shop));
        return figureOf(row, await rounds());
      };
      figures.push(...(await attempts.run(`growth: ${row.name}`, measure, briefText)));
    }
    return figures;
  } finally {
    await large.stop();
  }
}

function onceOf(row: Row, shop: Shop) {
  const [cart] = shop.carts;
  if (!cart) throw new Error('no cart was prepared');
  return (client: Client, _worker: number, turn: number) => row.once(client, shop, cart, turn);
}

function figureOf({ name }: Row, [small = [], large = []]: readonly Round[][]): TextFigure {
  const value = spread(large.flatMap(({ p50 }, turn) => (small[turn] ? [p50 / small[turn].p50] : [])));
  const times = (rounds: readonly Round[]) => spreadText(spread(rounds.map(({ p50 }) => p50)), 2);
  return {
    row: `growth: ${name}`,
    value,
    text: `p50 ${times(large)} ms by ${times(small)} ms: ${spreadText(value, 2)} times`,
    missed: value.median > MOST_GROWTH ? [`${value.median.toFixed(2)} > ${MOST_GROWTH}`] : [],
  };
}
