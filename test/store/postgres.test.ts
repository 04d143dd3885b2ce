import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { PostgresStore } from '../../src/store/postgres/postgres-store.js';
import { newPostgres, releasePostgres } from '../support/postgres.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { volume } from '../support/volume.js';
import { ALL_PARTS, SMALL_PARTS, storeConformance } from './conformance.js';

storeConformance(
  'PostgreSQL',
  async () => {
    const folder = temporaryFolder();
    const url = await newPostgres();
    const logKey = join(folder, 'log-key');
    return {
      place: { database: url, logKey },
      open: () => PostgresStore.open(url, { create: false, needsLogKey: true, logKey }),
      drop: async () => {
        await releasePostgres(url);
        rmSync(folder, { recursive: true });
      },
    };
  },
  volume(SMALL_PARTS, ALL_PARTS),
);
