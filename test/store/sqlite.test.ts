import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { SqliteStore } from '../../src/store/sqlite/sqlite-store.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { storeConformance } from './conformance.js';

storeConformance('SQLite', async () => {
  const folder = temporaryFolder();
  return {
    open: async () => new SqliteStore(join(folder, 'portal.db'), { create: true }),
    drop: async () => rmSync(folder, { recursive: true }),
  };
});
