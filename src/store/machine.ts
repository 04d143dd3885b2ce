import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** Equal for all processes on one running system, even in containers, whose host names differ. */
const BOOT_ID = '/proc/sys/kernel/random/boot_id';

/** Identifies the machine. File locks work between processes that share this name. */
export function machineName(): string {
  try {
    return readFileSync(BOOT_ID, 'utf8').trim();
  } catch {
    // Not Linux.
    return hostname();
  }
}
