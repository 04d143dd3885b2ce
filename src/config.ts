import { join, resolve } from 'node:path';
import { databaseOf, filesNameOf, isDatabaseUrl } from './config/database-url.js';
import { dataFolder, defaultDatabase } from './config/default-database.js';
import type { QUOTA_SETTINGS } from './config/quota-settings.js';
import { LOG_LEVELS, type LogLevel, SETTINGS, type Setting, type SettingName } from './config/settings.js';
import { choiceOf, integerOf, listOf, logNameOf, problem, proxiesOf, urlOf } from './config/values.js';

export { isDatabaseUrl, shownDatabase } from './config/database-url.js';
export { type LogLevel, SETTINGS, type Setting, type SettingName } from './config/settings.js';
export { ConfigError } from './config/values.js';

/** The members of `Quotas` (domain/tenant/quota.ts) that have a setting. */
type ConfiguredQuotas = Readonly<Partial<Record<'keys' | 'items' | 'open_carts' | 'rows' | 'bytes', number>>>;

/** What the program runs with. Every value has one environment name and one flag. */
export interface Config {
  /** Absolute path of the database file, or the URL of a database on a server. */
  readonly database: string;
  /** What the names of the portal's other files begin with: the path of the database file; for a URL a path in the user's data directory. */
  readonly files: string;
  /** Connections to a database on a server at most. */
  readonly databaseConnections: number;
  readonly host: string;
  readonly port: number;
  /** Where buyers and clients reach the portal, no slash at the end; undefined = where it listens. */
  readonly publicUrl: string | undefined;
  readonly logLevel: LogLevel;
  /** False turns the limits of requests per key and address off. */
  readonly rateLimit: boolean;
  /** What the answers kept for repeats of one key's calls may take up. MiB. */
  readonly answerQuota: number;
  /** What an organization may have at most; absent = any number. */
  readonly quotas: ConfiguredQuotas;
  /** Hostnames that requests to /mcp may name in Host and Origin. */
  readonly allowedHosts: readonly string[];
  /** How long the content of canceled and expired checkouts is kept. Days. */
  readonly cartRetentionDays: number;
  /** How long after its retirement a signing key's earlier receipts are accepted. Days. */
  readonly keyGraceDays: number;
  /** Oldest `issued_at` of a receipt, in days; undefined = any age. */
  readonly receiptMaxAgeDays: number | undefined;
  /** File of the log's private key; undefined = beside the database. */
  readonly logKey: string | undefined;
  /** Name of the logs of a new database; undefined = one derived from the key. */
  readonly logName: string | undefined;
  /** File of what was last signed for the logs; undefined = beside their key. */
  readonly logSigned: string | undefined;
  /** True: the logs of organizations that chose it are public. */
  readonly publicLogs: boolean;
  /** Between two checkpoints of a public log. Seconds. */
  readonly checkpointSeconds: number;
  /** File of the policy that names the witnesses; undefined = there are none. */
  readonly witnessPolicy: string | undefined;
  /** True: a checkpoint without a quorum is not shown. */
  readonly witnessRequired: boolean;
  /** Absolute path of the folder of pictures. */
  readonly media: string;
  /** False: no copy of the database is made before it is upgraded. */
  readonly upgradeCopy: boolean;
  /** True, for development: what others name for the portal to fetch from or send to may be on this machine. */
  readonly localAddresses: boolean;
  /** False: /metrics answers loopback addresses only. */
  readonly publicMetrics: boolean;
  /** Port of /metrics; undefined = it is served with everything else. */
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
  /** Express's `trust proxy`; undefined = no proxy is trusted. */
  readonly trustedProxies: number | readonly string[] | undefined;
  /** Requests a second without a key, per address. */
  readonly openRate: number;
  /** Connections at once. */
  readonly maxConnections: number;
  /** Requests under way at once. */
  readonly maxRequests: number;
  /** Requests of one connection whose answers it has not read. */
  readonly maxUnanswered: number;
  /** What the bodies that are being read may take together. MiB. */
  readonly maxBodyMib: number;
  /** How long a write may be expected to wait. Seconds. */
  readonly writeWaitSeconds: number;
  /** Requests a second of all keys of one organization. */
  readonly organizationRate: number;
  /** How long a request may take to arrive, with its body. Seconds. */
  readonly requestSeconds: number;
  readonly apiKey: string | undefined;
  readonly deployment: string | undefined;
  readonly buyerId: string | undefined;
  /** All other variables whose names start with PORTAL_: the settings of payment handlers, by name. */
  readonly handlerSettings: Readonly<Record<string, string>>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that start with PORTAL_, are not in the table of settings, and are not empty. */
export function otherSettings(env: Environment): Readonly<Record<string, string>> {
  const known = new Set<string>(Object.values(SETTINGS).map((setting) => setting.env));
  const isOther = (entry: [string, string | undefined]): entry is [string, string] =>
    entry[0].startsWith('PORTAL_') && !known.has(entry[0]) && Boolean(entry[1]);
  return Object.fromEntries(Object.entries(env).filter(isOther));
}

/**
 * Flags win over the environment, which wins over a command's own defaults and those of the table.
 * @throws ConfigError naming the setting and what it takes
 */
export function readConfig(
  env: Environment,
  flags: Readonly<Partial<Record<SettingName, string>>>,
  defaults: Readonly<Partial<Record<SettingName, string>>> = {},
): Config {
  const value = (name: SettingName): string | undefined => {
    const setting: Setting = SETTINGS[name];
    return flags[name] ?? (env[setting.env] || undefined) ?? defaults[name] ?? setting.fallback;
  };
  // Without a key or buyer a process may do more, so an empty value must not count as none.
  for (const name of ['apiKey', 'buyerId'] as const) {
    if (env[SETTINGS[name].env] === '') throw problem(name, 'a value, or must not be set');
  }
  const text = (name: SettingName) => value(name) ?? '';
  const optional = <T>(name: SettingName, read: (text: string) => T): T | undefined => {
    const given = value(name);
    return given === undefined ? undefined : read(given);
  };
  const number = (name: SettingName, least: number, most: number) => integerOf(name, text(name), least, most);
  const database = databaseOf(value('database') ?? defaultDatabase(env));
  const files = isDatabaseUrl(database) ? join(dataFolder(env), filesNameOf(database)) : database;
  return {
    database,
    files,
    media: resolve(value('media') ?? `${files}.media`),
    databaseConnections: number('databaseConnections', 2, 1_000),
    host: text('host'),
    port: number('port', 0, 65_535),
    publicUrl: optional('publicUrl', urlOf),
    logLevel: choiceOf('logLevel', text('logLevel'), LOG_LEVELS),
    rateLimit: choiceOf('rateLimit', text('rateLimit'), ['0', '1'] as const) === '1',
    answerQuota: number('answerQuota', 1, 1_048_576),
    allowedHosts: listOf(text('allowedHosts')),
    upgradeCopy: choiceOf('upgradeCopy', text('upgradeCopy'), ['0', '1'] as const) === '1',
    localAddresses: choiceOf('localAddresses', text('localAddresses'), ['0', '1'] as const) === '1',
    publicMetrics: choiceOf('publicMetrics', text('publicMetrics'), ['0', '1'] as const) === '1',
    metricsPort: optional('metricsPort', (port) => integerOf('metricsPort', port, 0, 65_535)),
    metricsHost: text('metricsHost'),
    trustedProxies: optional('trustedProxies', proxiesOf),
    openRate: number('openRate', 1, 100_000),
    maxConnections: number('maxConnections', 1, 1_000_000),
    maxRequests: number('maxRequests', 1, 1_000_000),
    maxUnanswered: number('maxUnanswered', 1, 10_000),
    maxBodyMib: number('maxBodyMib', 8, 1_048_576),
    writeWaitSeconds: number('writeWaitSeconds', 1, 60),
    organizationRate: number('organizationRate', 1, 1_000_000),
    quotas: quotasOf((name) => optional(name, (text) => integerOf(name, text, 0, MOST_OF_QUOTA))),
    requestSeconds: number('requestSeconds', 1, 3_600),
    cartRetentionDays: number('cartRetentionDays', 0, 36_500),
    keyGraceDays: number('keyGraceDays', 0, 3650),
    receiptMaxAgeDays: optional('receiptMaxAgeDays', (days) => integerOf('receiptMaxAgeDays', days, 1, 36_500)),
    logKey: optional('logKey', resolve),
    logName: optional('logName', logNameOf),
    logSigned: optional('logSigned', resolve),
    publicLogs: choiceOf('publicLogs', text('publicLogs'), ['0', '1'] as const) === '1',
    checkpointSeconds: number('checkpointSeconds', 1, 3_600),
    witnessPolicy: optional('witnessPolicy', resolve),
    witnessRequired: choiceOf('witnessRequired', text('witnessRequired'), ['0', '1'] as const) === '1',
    apiKey: value('apiKey'),
    deployment: value('deployment'),
    buyerId: value('buyerId'),
    handlerSettings: otherSettings(env),
  };
}

/** Of a quota at most: numbers stay exact. */
const MOST_OF_QUOTA = 2 ** 32;
/** Bytes. */
const MEBIBYTE = 2 ** 20;

function quotasOf(value: (name: keyof typeof QUOTA_SETTINGS) => number | undefined): ConfiguredQuotas {
  const mib = value('quotaMib');
  const given = {
    keys: value('quotaKeys'),
    items: value('quotaItems'),
    open_carts: value('quotaOpenCarts'),
    rows: value('quotaRows'),
    bytes: mib === undefined ? undefined : mib * MEBIBYTE,
  };
  return Object.fromEntries(Object.entries(given).filter(([, limit]) => limit !== undefined));
}

/** The address of a listening portal as a URL that a browser on this machine can open. */
export function listeningUrl(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
