import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { SqliteStore } from '../../src/store/sqlite/sqlite-store.js';
import { temporaryFolder } from '../support/portal.js';
import { storeConformance } from './conformance.js';
import { FetchingStore, Turns } from './fetching-store.js';

for (const hints of [true, false]) {
  storeConformance(`an engine that fetches, ${hints ? 'with' : 'without'} hints`, async () => {
    const folder = temporaryFolder();
    const turns = new Turns();
    const open = () => new SqliteStore(join(folder, 'portal.db'), { create: true });
    return {
      open: async () => new FetchingStore(open(), { hints, turns }),
      drop: async () => rmSync(folder, { recursive: true }),
    };
  });
}
