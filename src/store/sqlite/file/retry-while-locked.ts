import { setTimeout as sleep } from 'node:timers/promises';
import { unavailable } from '../../unavailable.js';
import { isBusy, isFileFault } from './driver-errors.js';

const READ_RETRY_DELAY_MS = 2;
const MAX_READ_TRIES = 1_000;

/**
 * Retries a read while another process has locked the file exclusively, to open or close it. Calls `onFault` if the
 * file cannot be read.
 * @throws PortalError `unavailable` if the file cannot be read
 */
export async function retryWhileLocked<R>(read: () => R, onFault?: () => void): Promise<R> {
  for (let tries = 1; ; tries += 1) {
    try {
      return read();
    } catch (error) {
      if (!isBusy(error) || tries === MAX_READ_TRIES) throw toReadError(error, onFault);
      await sleep(READ_RETRY_DELAY_MS);
    }
  }
}

/** Replaces a fault of the file by the error for callers, and reports it to `onFault`. */
export function toReadError(error: unknown, onFault?: () => void): unknown {
  if (!isFileFault(error)) return error;
  onFault?.();
  return unavailable('The database cannot be read at the moment; try again.', error);
}
