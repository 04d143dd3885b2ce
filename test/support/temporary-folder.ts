import { existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux keeps the files in this folder in memory, but a container may allow only a few megabytes for them. */
const MEMORY = '/dev/shm';
/** Generous upper limit for the data that two test files write at full volume, in bytes. */
const ENOUGH = 1_500_000_000;

/** Creates a folder for the files of a test, in memory if there is room, so that tests do not wait for a disk. */
export function temporaryFolder(): string {
  return mkdtempSync(join(process.env.PORTAL_TEST_DIR ?? (hasRoom(MEMORY) ? MEMORY : tmpdir()), 'portal-test-'));
}

/** Creates a folder on disk, for tests of files that outlive their process. */
export function diskFolder(): string {
  return mkdtempSync(join(tmpdir(), 'portal-test-'));
}

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > ENOUGH;
}
