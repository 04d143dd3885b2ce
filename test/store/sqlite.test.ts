import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { newStore } from '../support/store.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { storeConformance } from './conformance.js';

storeConformance('SQLite', async () => {
  const folder = temporaryFolder();
  return {
    open: () => newStore(join(folder, 'portal.db')),
    drop: async () => rmSync(folder, { recursive: true }),
  };
});
