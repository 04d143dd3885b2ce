import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** Share of CPU time above which the machine counts as busy. */
const IDLE = 0.05;
/** Sample length in milliseconds, and maximum number of samples, before a run and before a row. */
const RUN = { look: 2_000, looks: 30 };
const ROW = { look: 500, looks: 10 };

/** Waits up to a minute for an idle machine. Returns a note for the report. */
export async function whenIdle(): Promise<string> {
  const busy = await waitForIdle(RUN);
  const text = `${percent(busy)} of its processors were in use at the start`;
  return busy > IDLE ? `NOT IDLE: ${text}; compare nothing but ratios` : `idle: ${text}`;
}

/** Shares of the processors that were in use just before and just after a row, when no bench program worked. */
export interface Load {
  readonly before: number;
  readonly after: number;
  readonly quiet: boolean;
}

/** A figure with the load of the machine around it. */
export type Loaded<F> = F & { readonly load: Load };

/**
 * Waits up to five seconds for a quiet machine, then measures. Measures once more if other work has begun meanwhile, so
 * `measure` must be repeatable.
 */
export async function quietly<F extends object>(measure: () => Promise<F>): Promise<Loaded<F>> {
  const measured = await withLoad(measure);
  const { quiet, before } = measured.load;
  // On a machine that has long been busy, the second time would be no better.
  if (quiet || before > IDLE) return measured;
  process.stderr.write('  the machine is busy: measured again\n');
  return await withLoad(measure);
}

/** Like `quietly`, for work that cannot be repeated. */
export async function withLoad<F extends object>(measure: () => Promise<F>): Promise<Loaded<F>> {
  const before = await waitForIdle(ROW);
  const measured = await measure();
  const after = await busyShare(ROW.look);
  return { ...measured, load: { before, after, quiet: Math.max(before, after) <= IDLE } };
}

/** Returns what a report says of a row on a busy machine, or '' for a quiet one. */
export function loadText({ before, after, quiet }: Load): string {
  return quiet ? '' : `NOT QUIET: ${percent(before)} in use before, ${percent(after)} after`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}

async function waitForIdle({ look, looks }: typeof RUN): Promise<number> {
  let busy = await busyShare(look);
  for (let count = 1; count < looks && busy > IDLE; count += 1) {
    if (count === 1) process.stderr.write('waiting for an idle machine\n');
    busy = await busyShare(look);
  }
  return busy;
}

async function busyShare(look: number): Promise<number> {
  const before = times();
  await sleep(look);
  const after = times();
  return 1 - (after.idle - before.idle) / (after.all - before.all);
}

function times(): { readonly idle: number; readonly all: number } {
  return cpus().reduce(
    (total, { times: { user, nice, sys, idle, irq } }) => ({
      idle: total.idle + idle,
      all: total.all + user + nice + sys + idle + irq,
    }),
    { idle: 0, all: 0 },
  );
}
