import { existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Linux keeps files in memory. A container may have given it a few megabytes only. */
const MEMORY = '/dev/shm';
/** What the files of two test files at full volume take at most, with much to spare. Bytes. */
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
