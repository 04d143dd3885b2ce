import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { openOnPostgres, postgresOf, releasePostgresOf } from '../support/postgres-of-path.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { type AttackedDatabase, attackedServer } from './order-tampering/database.js';
import { makeOrderScene, type OrderScene } from './order-tampering/scene.js';
import { testOrderTampering } from './order-tampering/suite.js';

describe('an audit of orders on PostgreSQL', () => {
  let folder: string;
  let path: string;
  let given: { readonly database: AttackedDatabase; readonly scene: OrderScene };
  beforeAll(async () => {
    folder = temporaryFolder();
    path = join(folder, 'portal.db');
    const scene = await makeOrderScene({ database: path, open: openOnPostgres });
    given = { scene, database: attackedServer(path, postgresOf(path) ?? '') };
  });
  afterAll(async () => {
    await (await given.database.audit()).close();
    await releasePostgresOf(path);
    rmSync(folder, { recursive: true });
  });

  testOrderTampering(() => given);
});
