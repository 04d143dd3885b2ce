import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** Share of CPU time above which the machine counts as busy. */
const IDLE = 0.05;
/** Sample length in milliseconds, and maximum number of samples. */
const LOOK = 2_000;
const LOOKS = 30;

/** Waits up to a minute for an idle machine. Returns a note for the report. */
export async function whenIdle(): Promise<string> {
  let busy = await busyPart();
  for (let look = 1; look < LOOKS && busy > IDLE; look += 1) {
    if (look === 1) process.stderr.write('waiting for an idle machine\n');
    busy = await busyPart();
  }
  const percent = `${(busy * 100).toFixed(0)} % of its processors were in use at the start`;
  return busy > IDLE ? `NOT IDLE: ${percent}; compare nothing but ratios` : `idle: ${percent}`;
}

async function busyPart(): Promise<number> {
  const before = times();
  await sleep(LOOK);
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
