import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { readDemoKeys } from '../cli/demo-shop.js';
import { PACKAGE_ROOT } from '../package-root.js';

export const MAIN = join(PACKAGE_ROOT, 'bin', 'portal.js');

/** A portal with the demo shop, running in its own process. */
export interface DemoServer {
  readonly url: string;
  readonly keys: ReturnType<typeof readDemoKeys>;
  /** Environment for another process that uses the same database. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Starts a portal on a new database and stops it when `use` ends; `path` is the search path for programs. */
export async function withDemoServer(path: string, use: (server: DemoServer) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-demo-'));
  const database = join(folder, 'portal.db');
  const environment = {
    PATH: path,
    PORTAL_DB: database,
    PORTAL_PORT: '0',
    PORTAL_LOG_LEVEL: 'error',
  };
  const server = spawn(process.execPath, [MAIN, 'serve', '--demo'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const url = await urlOf(server.stdout);
    await use({ url, keys: readDemoKeys(database), environment });
  } finally {
    const exited = once(server, 'exit');
    server.kill('SIGTERM');
    await exited;
    rmSync(folder, { recursive: true });
  }
}

async function urlOf(stdout: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface({ input: stdout });
  for await (const line of lines) {
    const url = /HTTP API\s+(http:\/\/\S+)\/api/.exec(line)?.[1];
    if (url) {
      stdout.resume();
      return url;
    }
  }
  throw new Error('the portal did not start');
}
