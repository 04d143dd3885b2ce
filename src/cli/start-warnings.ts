import { existsSync, statSync } from 'node:fs';
import type { Config } from '../config.js';
import { eachPage } from '../lists/every-page.js';
import type { Log } from '../log.js';
import { isLoopbackHost } from '../loopback.js';
import type { IdPosition, PaymentHandler, Store } from '../ports.js';
import { logKeyFile } from '../store/log/log-key-file.js';
import { demoKeyFile } from './demo-shop.js';

/** Mode bits that give access to users other than the owner. */
const OTHERS = 0o077;

/** Warns about files with secrets that other users can read (docs/running.md, The file). */
export function warnOfReadableSecrets(config: Pick<Config, 'files' | 'logKey'>, log: Log): void {
  const { files, logKey } = config;
  const secret = [files, `${files}-wal`, `${files}-shm`, logKey ?? logKeyFile(files), demoKeyFile(files)];
  for (const file of secret) {
    const mode = modeOf(file);
    if ((mode & OTHERS) === 0) continue;
    log.warn('secrets_readable', { file, mode: mode.toString(8).padStart(4, '0'), fix: `chmod 600 ${file}` });
  }
}

/** Warns if other machines can reach a demo shop, whose keys `portal serve --demo` prints. */
export function warnOfReachableDemo({ files, host }: Pick<Config, 'files' | 'host'>, log: Log): void {
  if (isLoopbackHost(host) || !existsSync(demoKeyFile(files))) return;
  log.warn('demo_reachable', { host, fix: 'listen on 127.0.0.1, or revoke the demo keys' });
}

/**
 * A log name that is a URL without its scheme, as C2SP tlog-checkpoint recommends: a host name with a dot, or
 * localhost, with an optional port and path.
 */
const URL_NAME = /^([a-z0-9-]+(\.[a-z0-9-]+)+|localhost)(:\d+)?(\/[\w.-]+)*$/i;

/** Warns about public logs whose name is not a URL: other portals may use the same name for their logs. */
export function warnOfLogName(name: string, { publicLogs }: Pick<Config, 'publicLogs'>, log: Log): void {
  if (!publicLogs || URL_NAME.test(name)) return;
  const fix =
    'set a name under which the logs can be read, such as portal.example/logs: with PORTAL_LOG_NAME when a database is created, later with portal log rotate --log-name';
  log.warn('log_name_is_no_url', { name, fix });
}

/** Warns about accounts through which no money moves: those of the operator, and of shops other than the demo. */
export async function warnOfTestAccounts(
  handlers: readonly PaymentHandler[],
  store: Pick<Store, 'list' | 'read'>,
  log: Log,
): Promise<void> {
  for (const { description, portalAccount, isTestAccount } of handlers) {
    if (!portalAccount || !isTestAccount?.(portalAccount)) continue;
    log.warn('test_payment_account', { handler: description.id, fix: 'set live keys before shops sell' });
  }
  const pages = eachPage((after: IdPosition | undefined, limit) => store.list('payment_accounts', {}, after, limit));
  for await (const accounts of pages) {
    const tests = accounts.filter(({ test }) => test);
    const shops = await store.read((rows) => rows.many('shop', [...new Set(tests.map(({ shop_id }) => shop_id))]));
    for (const { handler_id: handler, shop_id: shop } of tests)
      if (!shops.get(shop)?.demo)
        log.warn('test_payment_account', { handler, shop, fix: 'set live keys before the shop sells' });
  }
}

/** Permission bits; 0 if the file does not exist or the system has none. */
function modeOf(file: string): number {
  if (process.platform === 'win32') return 0;
  return (statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o777;
}
