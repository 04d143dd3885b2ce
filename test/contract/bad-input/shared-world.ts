import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { Operation } from '../../../src/calls/define.js';
import { startPortal } from '../../support/portal.js';
import { stillClock } from '../../support/still-clock.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { WatchedFile } from '../../support/watched-file.js';
import { makeWorld, type World } from './world.js';

/** Wrong calls change nothing, so those of a whole file are made in one world; each registry has its own. */
const worlds = new Map<readonly Operation[], Promise<World>>();

export function sharedWorld(operations: readonly Operation[]): Promise<World> {
  const world = worlds.get(operations) ?? makeWorld(operations);
  worlds.set(operations, world);
  return world;
}

/** The files of the worlds, each looked at through one connection. */
const files = new Map<World, WatchedFile>();

/** What all rows of a world hash to. */
export function rowsOf(world: World): string {
  const file = files.get(world) ?? new WatchedFile(world.portal.database);
  files.set(world, file);
  return file.state();
}

/** For the end of a file: modules are shared with the next one. */
export async function closeWorlds(): Promise<void> {
  for (const file of files.values()) file.close();
  for (const world of worlds.values()) await (await world).portal.close();
  files.clear();
  worlds.clear();
}

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
