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

/** Worlds by registry. All wrong calls of a file share a world, since they change nothing. */
const worlds = new Map<readonly Operation[], Promise<World>>();

export function sharedWorld(operations: readonly Operation[]): Promise<World> {
  const world = worlds.get(operations) ?? makeWorld(operations);
  worlds.set(operations, world);
  return world;
}

/** Database of each world, watched through a single connection. */
const watched = new Map<World, WatchedRows>();

/** Returns a hash of all rows of a world. */
export function rowsOf(world: World): Promise<string> {
  const rows = watched.get(world) ?? watchedRows(world.portal.database);
  watched.set(world, rows);
  return rows.state();
}

/** Must be called at the end of a test file, because the next file shares this module. */
export async function closeWorlds(): Promise<void> {
  for (const rows of watched.values()) await rows.close();
  for (const world of worlds.values()) await (await world).portal.close();
  watched.clear();
  worlds.clear();
}

/** Runs a call that changes the world on a copy of it. */
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
