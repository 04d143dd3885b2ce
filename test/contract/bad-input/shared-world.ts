import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Operation } from '../../../src/calls/define.js';
import { copyDatabase } from '../../support/database-copy.js';
import { startPortal } from '../../support/portal.js';
import { releasePostgresOf } from '../../support/postgres-of-path.js';
import { stillClock } from '../../support/still-clock.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { type WatchedRows, watchedRows } from '../../support/watched-rows.js';
import { makeWorld, type World } from './world.js';

/** Wrong calls change nothing, so those of a whole file are made in one world; each registry has its own. */
const worlds = new Map<readonly Operation[], Promise<World>>();

export function sharedWorld(operations: readonly Operation[]): Promise<World> {
  const world = worlds.get(operations) ?? makeWorld(operations);
  worlds.set(operations, world);
  return world;
}

/** The databases of the worlds, each looked at through one connection. */
const watched = new Map<World, WatchedRows>();

/** Hash of all rows of a world. */
export function rowsOf(world: World): Promise<string> {
  const rows = watched.get(world) ?? watchedRows(world.portal.database);
  watched.set(world, rows);
  return rows.state();
}

/** For the end of a file: modules are shared with the next one. */
export async function closeWorlds(): Promise<void> {
  for (const rows of watched.values()) await rows.close();
  for (const world of worlds.values()) await (await world).portal.close();
  watched.clear();
  worlds.clear();
}

/** Runs a call that changes the world in a copy of it. */
export async function inCopy<T>(world: World, operations: readonly Operation[], use: (copy: World) => Promise<T>) {
  const folder = temporaryFolder();
  const database = join(folder, 'portal.db');
  await copyDatabase(world.portal.database, database);
  const portal = await startPortal({ clock: stillClock(), operations, database });
  try {
    return await use({ ...world, portal });
  } finally {
    await portal.close();
    await releasePostgresOf(database);
    rmSync(folder, { recursive: true });
  }
}
