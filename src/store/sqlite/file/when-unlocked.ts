import { setTimeout as sleep } from 'node:timers/promises';
import { isBusy } from './driver-errors.js';

/** Wait between two attempts of a read. Milliseconds. */
const READ_RETRY = 2;
const MAX_READ_TRIES = 1_000;

/** Readers wait only while another process opens or closes the file under an exclusive lock. */
export async function whenUnlocked<R>(read: () => R): Promise<R> {
  for (let tries = 1; ; tries += 1) {
    try {
      return read();
    } catch (error) {
      if (!isBusy(error) || tries === MAX_READ_TRIES) throw error;
      await sleep(READ_RETRY);
    }
  }
}
