import { writeDemo } from './database-template.js';
import { run } from './program.js';
import type { Ran } from './spawn.js';

/** `portal init --demo --json` on a new file that has the demo's rows, since migrating and loading take most of its time. */
export async function initDemo(database: string): Promise<Ran> {
  await writeDemo(database);
  return run(['init', '--demo', '--json'], { PORTAL_DB: database });
}
