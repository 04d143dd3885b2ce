import { existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux keeps these files in memory. A container may have only a few megabytes of it. */
const MEMORY = '/dev/shm';
/** Upper limit, with a wide margin, for the files of two test files at full volume, in bytes. */
const ENOUGH = 1_500_000_000;

/** A new folder for the files of a test: in memory where there is room, since the tests wait for no disk then. */
export function temporaryFolder(): string {
  return mkdtempSync(join(process.env.PORTAL_TEST_DIR ?? (hasRoom(MEMORY) ? MEMORY : tmpdir()), 'portal-test-'));
}

/** A new folder on a disk, for what is about files that outlive their process. */
export function diskFolder(): string {
  return mkdtempSync(join(tmpdir(), 'portal-test-'));
}

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > ENOUGH;
}
