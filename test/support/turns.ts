import { setImmediate } from 'node:timers/promises';

/** Waits for `count` turns of the event loop, so that other work of this process can run. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await setImmediate();
}
