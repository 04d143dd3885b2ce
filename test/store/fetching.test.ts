import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../support/portal.js';
import { newStore } from '../support/store.js';
import { storeConformance } from './conformance.js';
import { FetchingStore, Turns } from './fetching-store.js';

for (const hints of [true, false]) {
  storeConformance(`an engine that fetches, ${hints ? 'with' : 'without'} hints`, async () => {
    const folder = temporaryFolder();
    const turns = new Turns();
    return {
      open: async () => new FetchingStore(await newStore(join(folder, 'portal.db')), { hints, turns }),
      drop: async () => rmSync(folder, { recursive: true }),
    };
  });
}
