import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { PostgresStore } from '../../src/store/postgres/postgres-store.js';
import { giveBackPostgres, newPostgres } from '../support/postgres.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { volume } from '../support/volume.js';
import { ALL_PARTS, SMALL_PARTS, storeConformance } from './conformance.js';

storeConformance(
  'PostgreSQL',
  async () => {
    const folder = temporaryFolder();
    const url = await newPostgres();
    return {
      open: () => PostgresStore.open(url, { create: false, needsLogKey: true, logKey: join(folder, 'log-key') }),
      drop: async () => {
        await giveBackPostgres(url);
        rmSync(folder, { recursive: true });
      },
    };
  },
  volume(SMALL_PARTS, ALL_PARTS),
);
