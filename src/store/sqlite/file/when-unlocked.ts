import { setTimeout as sleep } from 'node:timers/promises';
import { unavailable } from '../../unavailable.js';
import { isBusy, isFileFault } from './driver-errors.js';

/** Wait between two attempts of a read. Milliseconds. */
const READ_RETRY = 2;
const MAX_READ_TRIES = 1_000;

/**
 * Readers wait only while another process opens or closes the file under an exclusive lock. `onFault` is told when the file
 * cannot be read.
 * @throws PortalError `unavailable` when the file cannot be read
 */
export async function whenUnlocked<R>(read: () => R, onFault?: () => void): Promise<R> {
  for (let tries = 1; ; tries += 1) {
    try {
      return read();
    } catch (error) {
      if (!isBusy(error) || tries === MAX_READ_TRIES) throw refusalOfRead(error, onFault);
      await sleep(READ_RETRY);
    }
  }
}

function refusalOfRead(error: unknown, onFault: (() => void) | undefined): unknown {
  if (!isFileFault(error)) return error;
  onFault?.();
  return unavailable('The database cannot be read at the moment; try again.', error);
}
