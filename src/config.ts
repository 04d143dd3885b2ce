import { resolve } from 'node:path';

/** What the program runs with. Every value has one environment name and one flag. */
export interface Config {
  /** Absolute path of the database file. */
  readonly database: string;
  readonly host: string;
  readonly port: number;
  /** Where buyers and clients reach the portal, no slash at the end; undefined = where it listens. */
  readonly publicUrl: string | undefined;
  readonly logLevel: LogLevel;
  /** False turns all limits off. */
  readonly rateLimit: boolean;
  /** What the answers kept for repeats of one key's calls may take up. MiB. */
  readonly answerQuota: number;
  /** Hostnames that requests to /mcp may name in Host and Origin. */
  readonly allowedHosts: readonly string[];
  /** How long the content of canceled and expired checkouts is kept. */
  readonly cartRetentionDays: number;
  /** How long after its retirement a signing key's earlier receipts are taken. */
  readonly keyGraceDays: number;
  /** Oldest `issued_at` of a receipt; undefined = any age. */
  readonly receiptMaxAgeDays: number | undefined;
  /** File of the log's private key; undefined = beside the database. */
  readonly logKey: string | undefined;
  /** Name of the logs of a database that is made now; undefined = one made from the key. */
  readonly logName: string | undefined;
  /** False: /metrics answers loopback addresses only. */
  readonly publicMetrics: boolean;
  readonly apiKey: string | undefined;
  readonly deployment: string | undefined;
  readonly buyerId: string | undefined;
}

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface Setting {
  readonly env: string;
  readonly flag?: string;
  readonly fallback?: string;
  readonly help: string;
}

/** The one table of settings: help texts and the documentation are made from it. */
export const SETTINGS = {
  database: { env: 'PORTAL_DB', flag: '--db <file>', fallback: 'data/portal.db', help: 'database file' },
  host: { env: 'PORTAL_HOST', flag: '--host <address>', fallback: '127.0.0.1', help: 'address to listen on' },
  port: { env: 'PORTAL_PORT', flag: '--port <number>', fallback: '3000', help: 'port to listen on, 0 = any' },
  publicUrl: {
    env: 'PORTAL_PUBLIC_URL',
    flag: '--public-url <url>',
    help: 'where buyers reach the portal (default: http://host:port)',
  },
  logLevel: {
    env: 'PORTAL_LOG_LEVEL',
    flag: '--log-level <level>',
    fallback: 'info',
    help: `${LOG_LEVELS.join(', ')}; stdio starts from warn`,
  },
  rateLimit: { env: 'PORTAL_RATE_LIMIT', flag: '--rate-limit <0|1>', fallback: '1', help: '0 turns all limits off' },
  answerQuota: {
    env: 'PORTAL_ANSWER_QUOTA',
    flag: '--answer-quota <MiB>',
    fallback: '1024',
    help: 'MiB per API key of answers kept for repeats; beyond it calls with a new Idempotency-Key are refused',
  },
  allowedHosts: {
    env: 'PORTAL_ALLOWED_HOSTS',
    flag: '--allowed-hosts <names>',
    help: 'hostnames, separated by commas, that MCP requests may name beside localhost and the public URL',
  },
  publicMetrics: {
    env: 'PORTAL_PUBLIC_METRICS',
    flag: '--public-metrics <0|1>',
    fallback: '0',
    help: '1 answers /metrics to every address',
  },
  cartRetentionDays: {
    env: 'PORTAL_CART_RETENTION_DAYS',
    flag: '--cart-retention-days <days>',
    fallback: '30',
    help: 'days after which canceled and expired carts lose lines, buyer and addresses',
  },
  keyGraceDays: {
    env: 'PORTAL_KEY_GRACE_DAYS',
    flag: '--key-grace-days <days>',
    fallback: '7',
    help: 'days after its retirement in which receipts that a signing key signed before are taken',
  },
  receiptMaxAgeDays: {
    env: 'PORTAL_RECEIPT_MAX_AGE_DAYS',
    flag: '--receipt-max-age-days <days>',
    help: 'days before now that issued_at of a receipt may be at most (default: any)',
  },
  logKey: {
    env: 'PORTAL_LOG_KEY',
    flag: '--log-key <file>',
    help: "file of the receipt log's private key (default: the database file and .log-key)",
  },
  logName: {
    env: 'PORTAL_LOG_NAME',
    flag: '--log-name <name>',
    help: 'name of the receipt log, fixed when the database is made (default: made from its key)',
  },
  apiKey: { env: 'PORTAL_API_KEY', help: 'API key of a stdio process' },
  deployment: { env: 'PORTAL_DEPLOYMENT', help: 'deployment of a stdio process without a key' },
  buyerId: { env: 'PORTAL_BUYER_ID', help: 'buyer that a stdio process acts for' },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;

/** A setting that cannot be used; its message names the variable and the fix. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Names that start with PORTAL_ and mean nothing: probably mistyped, so they are worth a warning. */
export function unknownNames(env: Readonly<Record<string, string | undefined>>): string[] {
  const known = new Set<string>(Object.values(SETTINGS).map((setting) => setting.env));
  return Object.keys(env).filter((name) => name.startsWith('PORTAL_') && !known.has(name));
}

/**
 * Flags win over the environment, which wins over a command's own defaults and those of the table.
 * @throws ConfigError naming the setting and what it takes
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  flags: Readonly<Partial<Record<SettingName, string>>>,
  defaults: Readonly<Partial<Record<SettingName, string>>> = {},
): Config {
  const value = (name: SettingName): string | undefined => {
    const setting: Setting = SETTINGS[name];
    return flags[name] ?? (env[setting.env] || undefined) ?? defaults[name] ?? setting.fallback;
  };
  // Without a key or buyer a process may do more, so an empty one must not pass for none.
  for (const name of ['apiKey', 'buyerId'] as const) {
    if (env[SETTINGS[name].env] === '') throw problem(name, 'a value, or must not be set');
  }
  const text = (name: SettingName) => value(name) ?? '';
  const optional = <T>(name: SettingName, read: (text: string) => T): T | undefined => {
    const given = value(name);
    return given === undefined ? undefined : read(given);
  };
  return {
    database: resolve(text('database')),
    host: text('host'),
    port: integerOf('port', text('port'), 0, 65_535),
    publicUrl: optional('publicUrl', urlOf),
    logLevel: choiceOf('logLevel', text('logLevel'), LOG_LEVELS),
    rateLimit: choiceOf('rateLimit', text('rateLimit'), ['0', '1'] as const) === '1',
    answerQuota: integerOf('answerQuota', text('answerQuota'), 1, 1_048_576),
    allowedHosts: (value('allowedHosts') ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
    publicMetrics: choiceOf('publicMetrics', text('publicMetrics'), ['0', '1'] as const) === '1',
    cartRetentionDays: integerOf('cartRetentionDays', text('cartRetentionDays'), 0, 36_500),
    keyGraceDays: integerOf('keyGraceDays', text('keyGraceDays'), 0, 3650),
    receiptMaxAgeDays: optional('receiptMaxAgeDays', (days) => integerOf('receiptMaxAgeDays', days, 1, 36_500)),
    logKey: optional('logKey', resolve),
    logName: optional('logName', logNameOf),
    apiKey: value('apiKey'),
    deployment: value('deployment'),
    buyerId: value('buyerId'),
  };
}

/** The address of a listening portal as a URL that a browser on this machine can open. */
export function listeningUrl(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function problem(name: SettingName, takes: string): ConfigError {
  const setting: Setting = SETTINGS[name];
  const flag = setting.flag ? ` (${setting.flag.split(' ')[0]})` : '';
  return new ConfigError(`${setting.env}${flag} takes ${takes}`);
}

function integerOf(name: SettingName, text: string, least: number, most: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most)
    throw problem(name, `a whole number from ${least} to ${most}`);
  return value;
}

function choiceOf<T extends string>(name: SettingName, text: string, choices: readonly T[]): T {
  const chosen = choices.find((choice) => choice === text);
  if (chosen === undefined) throw problem(name, `one of ${choices.join(', ')}`);
  return chosen;
}

function urlOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw problem('publicUrl', 'an http or https URL without query');
  }
  return text.replace(/\/+$/, '');
}

/** The name of a signed note's key: no space and no plus sign (C2SP signed-note). */
function logNameOf(text: string): string {
  if (/^[A-Za-z0-9]+([._/-]+[A-Za-z0-9]+)*$/.test(text) && text.length <= 100) return text;
  throw problem('logName', 'a name such as example.com/receipts: letters, digits, ".", "_", "/", "-"');
}
