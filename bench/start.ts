import { setTimeout as sleep } from 'node:timers/promises';
import { startAgain } from './processes.js';
import type { TextFigure } from './receipts.js';
import { spreadText } from './report.js';
import { spread } from './rounds.js';

export const START_ROWS = { start: 'start and memory' } as const;

const STARTS = 7;
/** Delay after the first response before memory is measured, in milliseconds. */
const RESTED = 3_000;
const MEGABYTE = 2 ** 20;
/** Targets: seconds from the spawn of `portal serve` to its first response, and resident memory in megabytes. */
const MOST_SECONDS = 0.5;
const MOST_AT_REST = 110;
const MOST_AT_END = 180;

/**
 * Measures repeated starts of the portal on an existing database. `atEnd`: resident bytes of the benchmarked portal
 * after the rows and receipts.
 */
export async function measureStart(database: string, atEnd: number): Promise<TextFigure> {
  process.stderr.write(`${START_ROWS.start}\n`);
  const starts: { readonly seconds: number; readonly rss: number }[] = [];
  for (let count = 0; count < STARTS; count += 1) starts.push(await started(database));
  const seconds = spread(starts.map((one) => one.seconds));
  const [rest, end] = [spread(starts.map(({ rss }) => rss / MEGABYTE)), atEnd / MEGABYTE];
  const over = (value: number, most: number, digits: number, unit: string) =>
    value > most ? [`${value.toFixed(digits)} > ${most} ${unit}`] : [];
  return {
    row: START_ROWS.start,
    value: seconds,
    text: `first answer after ${spreadText(seconds, 2)} s; RSS ${spreadText(rest, 0)} MB at rest, ${end.toFixed(0)} MB at the end of the bench`,
    missed: [
      ...over(seconds.median, MOST_SECONDS, 2, 's'),
      ...over(rest.median, MOST_AT_REST, 0, 'MB at rest'),
      ...over(end, MOST_AT_END, 0, 'MB at the end'),
    ],
  };
}

async function started(database: string) {
  const began = performance.now();
  const portal = await startAgain(database);
  if (!(await fetch(`${portal.url}/healthz`)).ok) throw new Error('the portal is not healthy');
  const seconds = (performance.now() - began) / 1000;
  await sleep(RESTED);
  const rss = portal.rss();
  await portal.stop();
  return { seconds, rss };
}
