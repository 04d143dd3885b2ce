import { setImmediate } from 'node:timers/promises';

/** Lets other work of this process go on, for so many turns of its event loop. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await setImmediate();
}
