import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.js';
import { type AttackedDatabase, attackedFile } from './order-tampering/database.js';
import { makeOrderScene, type OrderScene } from './order-tampering/scene.js';
import { testOrderTampering } from './order-tampering/suite.js';

describe('an audit of orders in a file', () => {
  let folder: string;
  let given: { readonly database: AttackedDatabase; readonly scene: OrderScene };
  beforeAll(async () => {
    folder = temporaryFolder();
    const database = join(folder, 'portal.db');
    given = { scene: await makeOrderScene({ database }), database: attackedFile(database) };
  });
  afterAll(async () => {
    await (await given.database.audit()).close();
    rmSync(folder, { recursive: true });
  });

  testOrderTampering(() => given);
});
