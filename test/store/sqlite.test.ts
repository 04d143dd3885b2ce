import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../support/portal.js';
import { newStore } from '../support/store.js';
import { storeConformance } from './conformance.js';

storeConformance('SQLite', async () => {
  const folder = temporaryFolder();
  return {
    open: () => newStore(join(folder, 'portal.db')),
    drop: async () => rmSync(folder, { recursive: true }),
  };
});
