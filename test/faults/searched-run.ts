import { run } from '../support/program.js';
import type { Ran } from '../support/spawn.js';
import { searched } from './secrets.js';

/** Runs a command and searches its output for secrets, so the command must not show a new key. */
export async function searchedRun(...given: Parameters<typeof run>): Promise<Ran> {
  return searchedOutput(await run(...given));
}

export function searchedOutput(ran: Ran): Ran {
  for (const line of `${ran.stdout}\n${ran.stderr}`.split('\n')) searched.search(line);
  return ran;
}
