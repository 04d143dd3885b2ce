import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll } from 'vitest';
import type { Operation } from '../../../src/calls/define.js';
import { startPortal } from '../../support/portal.js';
import { stillClock } from '../../support/still-clock.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { makeWorld, type World } from './world.js';

/** Wrong calls change nothing, so those of a whole file are made in one world; each registry has its own. */
const worlds = new Map<readonly Operation[], Promise<World>>();

export function sharedWorld(operations: readonly Operation[]): Promise<World> {
  const world = worlds.get(operations) ?? makeWorld(operations);
  worlds.set(operations, world);
  return world;
}

afterAll(async () => {
  for (const world of worlds.values()) await (await world).portal.close();
});

/** Runs a call that changes the world in a copy of it. */
export async function inCopy<T>(world: World, operations: readonly Operation[], use: (copy: World) => Promise<T>) {
  const folder = temporaryFolder();
  const database = join(folder, 'portal.db');
  const source = new Sqlite(world.portal.database);
  source.prepare('VACUUM INTO ?').run(database);
  source.close();
  for (const file of ['log-key', 'demo-keys.json']) {
    copyFileSync(`${world.portal.database}.${file}`, `${database}.${file}`);
  }
  const portal = await startPortal({ clock: stillClock(), operations, database });
  try {
    return await use({ ...world, portal });
  } finally {
    await portal.close();
    rmSync(folder, { recursive: true });
  }
}
