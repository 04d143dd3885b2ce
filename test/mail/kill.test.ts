import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'vitest';
import { diskFolder } from '../support/temporary-folder.js';
import { volume } from '../support/volume.js';
import { killPortals } from './killed-portals.js';

const KILLS = volume(2, 10);

test(`sends each notice over STARTTLS, and a copy only after a lost answer, although both portals are killed ${KILLS} times`, async () => {
  const database = join(diskFolder(), 'portal.db');
  await killPortals(database, KILLS, volume(3, 20));
  rmSync(dirname(database), { recursive: true });
});
