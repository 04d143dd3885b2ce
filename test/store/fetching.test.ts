import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { logKeyFile } from '../../src/store/log/log-key-file.js';
import { writeEmpty } from '../support/database-template.js';
import { storeOn } from '../support/store.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { volume } from '../support/volume.js';
import { ALL_PARTS, SMALL_PARTS, storeConformance } from './conformance.js';
import { FetchingStore, Turns } from './fetching-store.js';

/** Hints only save round trips, so an engine must meet the store's contract without them. */
for (const hints of volume([false], [true, false])) {
  storeConformance(
    `an engine that fetches, ${hints ? 'with' : 'without'} hints`,
    async () => {
      const folder = temporaryFolder();
      const turns = new Turns();
      const database = join(folder, 'portal.db');
      await writeEmpty(database);
      return {
        place: { database, logKey: logKeyFile(database) },
        open: async () => new FetchingStore(await storeOn(database), { hints, turns }),
        drop: async () => rmSync(folder, { recursive: true }),
      };
    },
    volume(SMALL_PARTS, ALL_PARTS),
  );
}
