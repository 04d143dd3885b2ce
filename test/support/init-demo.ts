import { writeDemo } from './database-template.js';
import { run } from './program.js';
import type { Ran } from './spawn.js';

/**
 * Runs `portal init --demo --json` on a new file that already has the demo's rows, since migrating and loading take
 * most of the command's time.
 */
export async function initDemo(database: string): Promise<Ran> {
  await writeDemo(database);
  return run(['init', '--demo', '--json'], { PORTAL_DB: database });
}
