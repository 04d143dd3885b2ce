import { randomUUID } from 'node:crypto';
import { closedFault, type DataMove, isClosed } from '../data-move.js';
import { type Comparison, compareDatabases } from './comparison.js';
import { copyPass } from './copy-pass.js';
import type { MoveSide } from './side.js';

/** Copies files along with the rows, and reports progress. */
export interface MoveSteps {
  /**
   * Copies the key of the logs, the signed heads and the pictures. Called while the source is being served, and again
   * once it is closed.
   */
  copyFiles(): Promise<void>;
  /** Called when a step begins, with a sentence without a full stop. */
  onStep(step: string): void;
  /** Called after each page with the numbers of rows read and written in this step. */
  onProgress(looked: number, written: number): void;
}

/** Maximum number of passes while the source is being served. */
const MAX_PASSES = 3;
/** The source is closed once a pass has written fewer rows than this, or after the last pass. */
const MAX_ROWS_LEFT = 1_000;

/**
 * Copies a database to an empty one of the other engine. While the source is being served, repeated passes make the
 * target equal to a snapshot. Then the source is closed for writing, a last pass copies the remaining changes, and the
 * two are compared. A call after an interruption continues the move. Returns `undefined` if the data was already moved.
 * @throws Error if either database is part of another move, the target is not empty, or the two differ at the end
 */
export async function moveData(source: MoveSide, target: MoveSide, steps: MoveSteps): Promise<Comparison | undefined> {
  const { move, isDone, isClosed: wasClosed } = await findOrStartMove(source, target);
  const from = (state: DataMove['state']): DataMove => ({ move, role: 'from', state, other: target.shown });
  const to = (state: DataMove['state']): DataMove => ({ move, role: 'to', state, other: source.shown });
  if (isDone) {
    await target.setMove(to('done'));
    return undefined;
  }
  if (!wasClosed) await source.setMove(from('copying'));
  await target.setMove(to('copying'));
  if (!wasClosed) {
    await copyWhileServing(source, target, steps);
    steps.onStep(`closing ${source.shown} for writing`);
    await source.setMove(from('closed'));
  }
  const { onStep: said, onProgress: shown } = steps;
  said('copying the rest');
  await source.snapshot((rows) => copyPass(rows, target, shown));
  await steps.copyFiles();
  await target.finish();
  said('comparing both databases');
  const found = await source.snapshot((rows) =>
    target.snapshot((others) => compareDatabases(rows, others, (looked) => shown(looked, 0))),
  );
  if (found.differences.length > 0) throw new Error(differenceText(source, target, found));
  await source.setMove(from('done'));
  await target.setMove(to('done'));
  return found;
}

/**
 * Reopens a database that was closed for writing by a move of its data, finished or not. Returns the move.
 * @throws Error if no such move has closed it
 */
export async function reopen(side: MoveSide): Promise<DataMove> {
  const move = await side.move();
  if (move?.role !== 'from' || !isClosed(move)) throw new Error(`no move has closed ${side.shown}: it can be served`);
  // An unfinished move can still continue.
  await side.setMove(move.state === 'done' ? undefined : { ...move, state: 'copying' });
  return move;
}

async function copyWhileServing(source: MoveSide, target: MoveSide, steps: MoveSteps): Promise<void> {
  for (let pass = 1; pass <= MAX_PASSES; pass += 1) {
    steps.onStep(pass === 1 ? `copying ${source.shown} to ${target.shown}` : 'copying the changes since');
    const written = await source.snapshot((rows) => copyPass(rows, target, steps.onProgress));
    await steps.copyFiles();
    if (written < MAX_ROWS_LEFT) return;
  }
}

/** Finds the move of the two databases, or makes the id of a new one. Writes nothing. */
async function findOrStartMove(source: MoveSide, target: MoveSide) {
  const [from, to] = [await source.move(), await target.move()];
  if (from?.role === 'to' && isClosed(from)) throw closedFault(from);
  const isOurs = from?.role === 'from' && from.other === target.shown;
  if (from && isClosed(from) && !isOurs) throw closedFault(from);
  const isSame = isOurs && to?.role === 'to' && to.move === from.move;
  if (isOurs && from.state === 'done') {
    if (isSame) return { move: from.move, isDone: true, isClosed: true };
    throw closedFault(from);
  }
  if (!isSame) await assertEmpty(target, to);
  const move = isOurs ? from.move : randomUUID();
  return { move, isDone: false, isClosed: isOurs && isClosed(from) };
}

async function assertEmpty(target: MoveSide, move: DataMove | undefined): Promise<void> {
  if (!move && (await target.isEmpty())) return;
  const why =
    move?.state === 'copying' && move.role === 'to' ? `is receiving the data of ${move.other}` : 'is not empty';
  throw new Error(`${target.shown} ${why}: name an empty database`);
}

function differenceText(source: MoveSide, target: MoveSide, { differences }: Comparison): string {
  return [
    `${target.shown} is not equal to ${source.shown}:`,
    ...differences.map((text) => `  ${text}`),
    'nothing was switched over. Call the same command again, which copies what differs, or make the source serve again with --reopen',
  ].join('\n');
}
