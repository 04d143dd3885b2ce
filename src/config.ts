import { join, resolve } from 'node:path';
import { databaseOf, filesNameOf, isDatabaseUrl } from './config/database-url.js';
import { dataFolder, defaultDatabase } from './config/default-database.js';
import {
  dkimSelectorOf,
  type MailServer,
  mailAddressOf,
  mailDomainsOf,
  mailServerOf,
  type SenderDomain,
} from './config/mail-server.js';
import type { QUOTA_SETTINGS } from './config/quota-settings.js';
import { LOG_LEVELS, type LogLevel, SETTINGS, type Setting, type SettingName } from './config/settings.js';
import { choiceOf, integerOf, listOf, logNameOf, oauthOf, problem, proxiesOf, urlOf } from './config/values.js';

export { isDatabaseUrl, shownDatabase } from './config/database-url.js';
export { type LogLevel, SETTINGS, type Setting, type SettingName } from './config/settings.js';
export { ConfigError } from './config/values.js';

/** The members of `Quotas` (domain/tenant/quota.ts) that have a setting. */
type ConfiguredQuotas = Readonly<Partial<Record<'keys' | 'items' | 'open_carts' | 'rows' | 'bytes', number>>>;

/** The configuration of a process. Each value has one environment variable and at most one flag. */
export interface Config {
  /** Absolute path of the database file, or the URL of a database on a server. */
  readonly database: string;
  /**
   * Prefix of the names of the portal's other files: the path of the database file; for a URL, a path in the data
   * directory of the service or the user.
   */
  readonly files: string;
  /** Maximum connections to a database on a server. */
  readonly databaseConnections: number;
  readonly host: string;
  readonly port: number;
  /** Public base URL without a trailing slash. Defaults to the listen address. */
  readonly publicUrl: string | undefined;
  readonly logLevel: LogLevel;
  /** False to disable the rate limits per key, organization and address, and the limit on stored responses. */
  readonly rateLimit: boolean;
  /** Maximum size of the stored responses of an API key, in MiB. */
  readonly answerQuota: number;
  /** Quotas of organizations that have none of their own; an absent member is unlimited. */
  readonly quotas: ConfiguredQuotas;
  /** Hostnames accepted in Host and Origin of requests to /mcp. */
  readonly allowedHosts: readonly string[];
  /** Days for which the content of canceled and expired checkouts is stored. */
  readonly cartRetentionDays: number;
  /** Days after a signing key's retirement during which receipts signed earlier are accepted. */
  readonly keyGraceDays: number;
  /** Maximum age of a receipt by its `issued_at`, in days; unlimited if `undefined`. */
  readonly receiptMaxAgeDays: number | undefined;
  /** File of the logs' private key. Defaults to a file beside the database. */
  readonly logKey: string | undefined;
  /** Name of the logs in a new database. Defaults to one derived from the key. */
  readonly logName: string | undefined;
  /** File of the signed heads. Defaults to a file beside the logs' key. */
  readonly logSigned: string | undefined;
  /** True to publish the logs of those organizations that chose to publish theirs. */
  readonly publicLogs: boolean;
  /** Interval between two checkpoints of a public log. */
  readonly checkpointSeconds: number;
  /** File of the policy that names the witnesses; `undefined` for no witnesses. */
  readonly witnessPolicy: string | undefined;
  /** True to hide checkpoints that lack a quorum of witnesses. */
  readonly witnessRequired: boolean;
  /** Absolute path of the folder for pictures. */
  readonly media: string;
  /** True to copy the database before it is upgraded. */
  readonly upgradeCopy: boolean;
  /** True to let people connect assistants over OAuth. */
  readonly oauth: boolean;
  /** Deployment to which plain /mcp connects assistants; `undefined` for the only one. */
  readonly oauthDeployment: string | undefined;
  /** File of the outside issuers; `undefined` for none. */
  readonly oauthIssuers: string | undefined;
  /** True to allow webhook and profile URLs on this machine, for development only. */
  readonly localAddresses: boolean;
  /** True to serve /metrics to every address, false to serve it to this machine only. */
  readonly publicMetrics: boolean;
  /** Separate port for /metrics. Defaults to the main port. */
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
  /** Value for Express's `trust proxy`; `undefined` trusts no proxy. */
  readonly trustedProxies: number | readonly string[] | undefined;
  /** Requests per second without a key, from one address. */
  readonly openRate: number;
  /** Maximum open connections. */
  readonly maxConnections: number;
  /** Maximum requests in flight. */
  readonly maxRequests: number;
  /** Maximum open streams of MCP clients. */
  readonly maxStreams: number;
  /** Percentage of `maxConnections`, `maxRequests`, `maxStreams` and the body memory that one address may use. */
  readonly addressShare: number;
  /** Percentage of the same limits that one API key may use. */
  readonly keyShare: number;
  /** Maximum requests of one connection whose responses it has not read yet. */
  readonly maxUnanswered: number;
  /** Maximum memory for all request bodies that are being read, in MiB. */
  readonly maxBodyMib: number;
  /** A write is accepted only if its expected wait for a transaction is at most this long. */
  readonly writeWaitSeconds: number;
  /** Requests per second for all keys of one organization together. */
  readonly organizationRate: number;
  /** Time limit for receiving a request with its body. */
  readonly requestSeconds: number;
  /** Destination of notices by mail; `undefined` to send none. */
  readonly mailServer: MailServer | undefined;
  /** Sender address of mail. Defaults to one at the host of the public URL. */
  readonly mailFrom: string | undefined;
  /** Domains in which shops may choose a sender address. */
  readonly mailDomains: readonly SenderDomain[];
  /** File of the private key that signs mail. */
  readonly dkimKey: string | undefined;
  readonly dkimSelector: string;
  /** Address of notices for the operator; `undefined` to send none. */
  readonly operatorMail: string | undefined;
  /** Folder of the sets of `portal backup`; `undefined` if their age is not checked. */
  readonly backupFolder: string | undefined;
  /** Age from which the newest backup is overdue. */
  readonly backupHours: number;
  readonly apiKey: string | undefined;
  readonly deployment: string | undefined;
  readonly buyerId: string | undefined;
  /** Absolute path of the folder of payment handlers; `undefined` for the built-in ones alone. */
  readonly handlers: string | undefined;
  /** All other variables that start with PORTAL_, by name: the settings of payment handlers. */
  readonly handlerSettings: Readonly<Record<string, string>>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that start with PORTAL_, are not empty, and are not in the table of settings. */
export function otherSettings(env: Environment): Readonly<Record<string, string>> {
  const known = new Set<string>(Object.values(SETTINGS).map((setting) => setting.env));
  const isOther = (entry: [string, string | undefined]): entry is [string, string] =>
    entry[0].startsWith('PORTAL_') && !known.has(entry[0]) && Boolean(entry[1]);
  return Object.fromEntries(Object.entries(env).filter(isOther));
}

/**
 * Reads the configuration. Flags win over the environment, which wins over the command's own defaults and those of the
 * table.
 * @throws ConfigError naming the setting and its valid values
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
  // A process without a key or buyer may do more, so an empty value must not count as unset.
  for (const name of ['apiKey', 'buyerId'] as const) {
    if (env[SETTINGS[name].env] === '') throw problem(name, 'non-empty or unset');
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
    oauth: oauthOf(choiceOf('oauth', text('oauth'), ['0', '1'] as const) === '1', value('publicUrl'), text('host')),
    oauthDeployment: value('oauthDeployment'),
    oauthIssuers: optional('oauthIssuers', resolve),
    localAddresses: choiceOf('localAddresses', text('localAddresses'), ['0', '1'] as const) === '1',
    publicMetrics: choiceOf('publicMetrics', text('publicMetrics'), ['0', '1'] as const) === '1',
    metricsPort: optional('metricsPort', (port) => integerOf('metricsPort', port, 0, 65_535)),
    metricsHost: text('metricsHost'),
    trustedProxies: optional('trustedProxies', proxiesOf),
    openRate: number('openRate', 1, 100_000),
    maxConnections: number('maxConnections', 1, 1_000_000),
    maxRequests: number('maxRequests', 1, 1_000_000),
    maxStreams: number('maxStreams', 1, 1_000_000),
    addressShare: number('addressShare', 1, 100),
    keyShare: number('keyShare', 1, 100),
    maxUnanswered: number('maxUnanswered', 2, 10_000),
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
    mailServer: optional('smtpUrl', mailServerOf),
    mailFrom: optional('mailFrom', (address) => mailAddressOf('mailFrom', address)),
    mailDomains: mailDomainsOf(text('mailDomains')),
    dkimKey: optional('dkimKey', resolve),
    dkimSelector: dkimSelectorOf(text('dkimSelector')),
    operatorMail: optional('operatorMail', (address) => mailAddressOf('operatorMail', address)),
    backupFolder: optional('backupFolder', resolve),
    backupHours: number('backupHours', 1, 8_760),
    apiKey: value('apiKey'),
    deployment: value('deployment'),
    buyerId: value('buyerId'),
    handlers: optional('handlers', resolve),
    handlerSettings: otherSettings(env),
  };
}

/** Maximum value of a quota, so that numbers stay exact. */
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

/** URL of a listening portal that a browser on this machine can open. */
export function listeningUrl(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
