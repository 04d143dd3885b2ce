import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeEmpty } from '../support/database-template.js';
import { storeOn } from '../support/store.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { storeConformance } from './conformance.js';
import { FetchingStore, Turns } from './fetching-store.js';

for (const hints of [true, false]) {
  storeConformance(`an engine that fetches, ${hints ? 'with' : 'without'} hints`, async () => {
    const folder = temporaryFolder();
    const turns = new Turns();
    const database = join(folder, 'portal.db');
    await writeEmpty(database);
    return {
      open: async () => new FetchingStore(await storeOn(database), { hints, turns }),
      drop: async () => rmSync(folder, { recursive: true }),
    };
  });
}
