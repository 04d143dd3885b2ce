import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { logKeyFile } from '../../src/store/log/log-key-file.js';
import { writeEmpty } from '../support/database-template.js';
import { storeOn } from '../support/store.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { storeConformance } from './conformance.js';

storeConformance('SQLite', async () => {
  const folder = temporaryFolder();
  const database = join(folder, 'portal.db');
  await writeEmpty(database);
  return {
    place: { database, logKey: logKeyFile(database) },
    open: () => storeOn(database),
    drop: async () => rmSync(folder, { recursive: true }),
  };
});
