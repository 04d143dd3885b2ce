import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** Contains an id that all processes on one running system share, even in containers, whose host names differ. */
const BOOT_ID = '/proc/sys/kernel/random/boot_id';

/** Returns the name of this machine. File locks work between processes on machines with equal names. */
export function machineName(): string {
  try {
    return readFileSync(BOOT_ID, 'utf8').trim();
  } catch {
    // Only Linux has this file.
    return hostname();
  }
}
