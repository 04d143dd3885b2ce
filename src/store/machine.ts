import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** What the processes on one running system have in common, in containers too: there, names of hosts differ. */
const BOOT_ID = '/proc/sys/kernel/random/boot_id';

/** Names the machine: its locks on files hold between processes that have the same name. */
export function machineName(): string {
  try {
    return readFileSync(BOOT_ID, 'utf8').trim();
  } catch {
    // Not Linux.
    return hostname();
  }
}
