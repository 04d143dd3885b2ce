import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serve } from '../support/spawn.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** Counts the threads of a portal started with these variables. */
async function countThreads(env: Readonly<Record<string, string>>): Promise<number> {
  const server = await serve(join(temporaryFolder(), 'portal.db'), env);
  const threads = readdirSync(`/proc/${server.pid}/task`);
  await server.stop('SIGTERM');
  return threads.length;
}

test.runIf(process.platform === 'linux')(
  'starts a pool thread per core, from two to four, unless UV_THREADPOOL_SIZE sets their number',
  async () => {
    const others = (await countThreads({ UV_THREADPOOL_SIZE: '9' })) - 9;
    expect((await countThreads({})) - others).toBe(Math.min(4, Math.max(2, availableParallelism())));
  },
);
