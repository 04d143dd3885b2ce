import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { writeDemo } from '../support/database-template.js';
import { start } from '../support/spawn.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const COMMANDS = [['--help'], ['items', 'list'], ['audit', 'export']];

test('a command ends silently with 0 when the reader of its output closes the pipe', async () => {
  const folder = temporaryFolder();
  const database = join(folder, 'portal.db');
  await writeDemo(database);
  for (const args of COMMANDS) {
    const child = start(args, { PORTAL_DB: database });
    child.stdin.end();
    // The pipe is closed before the program has written its first line.
    child.stdout.destroy();
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect([args, code, stderr]).toEqual([args, 0, '']);
  }
  rmSync(folder, { recursive: true });
});
