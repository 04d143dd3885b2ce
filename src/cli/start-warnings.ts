import { existsSync, statSync } from 'node:fs';
import type { Config } from '../config.js';
import type { Log } from '../log.js';
import { logKeyFile } from '../store/log/log-key-file.js';
import { demoKeyFile } from './demo-shop.js';

/** Bits of a file's mode that give access to others than its owner. */
const OTHERS = 0o077;

/** Warns at start of files with secrets that others on this machine can read (docs/running.md, The file). */
export function warnOfReadableSecrets(config: Pick<Config, 'database' | 'logKey'>, log: Log): void {
  const { database, logKey } = config;
  const files = [database, `${database}-wal`, `${database}-shm`, logKey ?? logKeyFile(database), demoKeyFile(database)];
  for (const file of files) {
    const mode = modeOf(file);
    if ((mode & OTHERS) === 0) continue;
    log.warn('secrets_readable', { file, mode: mode.toString(8).padStart(4, '0'), fix: `chmod 600 ${file}` });
  }
}

/** Warns at start when other machines can reach a demo shop: its keys were printed at its first start. */
export function warnOfReachableDemo({ database, host }: Pick<Config, 'database' | 'host'>, log: Log): void {
  if (isLoopbackHost(host) || !existsSync(demoKeyFile(database))) return;
  log.warn('demo_reachable', { host, fix: 'listen on 127.0.0.1, or revoke the demo keys' });
}

function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

/** Permission bits; 0 = there is no such file, or the system has no such bits. */
function modeOf(file: string): number {
  if (process.platform === 'win32') return 0;
  return (statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o777;
}
