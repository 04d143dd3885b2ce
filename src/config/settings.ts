import { QUOTA_SETTINGS } from './quota-settings.js';

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface Setting {
  readonly env: string;
  readonly flag?: string;
  readonly fallback?: string;
  readonly help: string;
}

/** The only table of settings; the help texts and the documentation are generated from it. */
export const SETTINGS = {
  config: {
    env: 'PORTAL_CONFIG',
    help: "file of settings, one NAME=value per line; the environment overrides it (default: portal.env in the service's, the user's or the machine's configuration folder, such as ~/.config/portal or /etc/portal)",
  },
  database: {
    env: 'PORTAL_DB',
    flag: '--db <file>',
    help: "database file, or the URL of a PostgreSQL database, postgres://… (default: data/portal.db if it exists, else portal/portal.db in the user's data directory)",
  },
  databaseConnections: {
    env: 'PORTAL_DB_CONNECTIONS',
    flag: '--db-connections <number>',
    fallback: '10',
    help: 'maximum connections of this process to a PostgreSQL database; a query waits up to ten seconds for a free one',
  },
  host: { env: 'PORTAL_HOST', flag: '--host <address>', fallback: '127.0.0.1', help: 'address to listen on' },
  port: { env: 'PORTAL_PORT', flag: '--port <number>', fallback: '3000', help: 'port to listen on, 0 = any' },
  publicUrl: {
    env: 'PORTAL_PUBLIC_URL',
    flag: '--public-url <url>',
    help: 'public base URL, for links to buyers (default: http://host:port)',
  },
  logLevel: {
    env: 'PORTAL_LOG_LEVEL',
    flag: '--log-level <level>',
    fallback: 'info',
    help: `lowest level of log lines to write: ${LOG_LEVELS.join(', ')} (default of stdio: warn)`,
  },
  rateLimit: {
    env: 'PORTAL_RATE_LIMIT',
    flag: '--rate-limit <0|1>',
    fallback: '1',
    help: '0 turns off the rate limits per key, organization and address, and the storage quota for idempotent responses',
  },
  answerQuota: {
    env: 'PORTAL_ANSWER_QUOTA',
    flag: '--answer-quota <MiB>',
    fallback: '1024',
    help: 'storage for idempotent responses per API key, in MiB; when full, new idempotency keys are rejected',
  },
  allowedHosts: {
    env: 'PORTAL_ALLOWED_HOSTS',
    flag: '--allowed-hosts <names>',
    help: 'hostnames accepted in MCP requests besides localhost and the public URL, separated by commas',
  },
  oauth: {
    env: 'PORTAL_OAUTH',
    flag: '--oauth <0|1>',
    fallback: '0',
    help: '1 lets people connect assistants to /mcp by URL, over OAuth; requires an https PORTAL_PUBLIC_URL without a path, or a portal on this machine',
  },
  oauthIssuers: {
    env: 'PORTAL_OAUTH_ISSUERS',
    flag: '--oauth-issuers <file>',
    help: 'JSON file of outside issuers, such as Keycloak, whose JWTs /mcp accepts; requires PORTAL_OAUTH (default: none)',
  },
  oauthDeployment: {
    env: 'PORTAL_OAUTH_DEPLOYMENT',
    flag: '--oauth-deployment <id>',
    help: 'deployment to which plain /mcp connects assistants over OAuth (default: the only one; if there are several, each has its own address)',
  },
  localAddresses: {
    env: 'PORTAL_LOCAL_ADDRESSES',
    flag: '--local-addresses <0|1>',
    fallback: '0',
    help: '1, for development only, allows UCP profile URLs, webhook URLs and metadata documents of OAuth clients on this machine, also over http',
  },
  publicMetrics: {
    env: 'PORTAL_PUBLIC_METRICS',
    flag: '--public-metrics <0|1>',
    fallback: '0',
    help: '1 serves /metrics to every address (default: this machine only)',
  },
  metricsPort: {
    env: 'PORTAL_METRICS_PORT',
    flag: '--metrics-port <number>',
    help: 'separate port for /metrics, open to anyone who can connect; 0 = any free port (default: main port)',
  },
  metricsHost: {
    env: 'PORTAL_METRICS_HOST',
    flag: '--metrics-host <address>',
    fallback: '127.0.0.1',
    help: 'listen address of the separate port for /metrics',
  },
  trustedProxies: {
    env: 'PORTAL_TRUSTED_PROXIES',
    flag: '--trusted-proxies <which>',
    help:
      'reverse proxies whose X-Forwarded-For is trusted: their number, or their addresses, networks and ' +
      'the names loopback, linklocal, uniquelocal, separated by commas (default: none)',
  },
  openRate: {
    env: 'PORTAL_OPEN_RATE',
    flag: '--open-rate <number>',
    fallback: '50',
    help: 'requests per second without a key, per address; bursts may be three times as large',
  },
  maxConnections: {
    env: 'PORTAL_MAX_CONNECTIONS',
    flag: '--max-connections <number>',
    fallback: '2000',
    help: 'maximum open connections; a further one closes the one that has been idle for longest, or gets 503 if none is',
  },
  maxRequests: {
    env: 'PORTAL_MAX_REQUESTS',
    flag: '--max-requests <number>',
    fallback: '1000',
    help: 'maximum requests in flight; further ones get 503',
  },
  maxStreams: {
    env: 'PORTAL_MAX_STREAMS',
    flag: '--max-streams <number>',
    fallback: '1000',
    help: 'maximum open streams of MCP clients (subscriptions/listen); further ones get 503',
  },
  addressShare: {
    env: 'PORTAL_ADDRESS_SHARE',
    flag: '--address-share <percent>',
    fallback: '25',
    help: 'percent of the connections, requests in flight, streams and body memory that one address may use; beyond it, calls get 429; 100 = all',
  },
  keyShare: {
    env: 'PORTAL_KEY_SHARE',
    flag: '--key-share <percent>',
    fallback: '25',
    help: 'percent of the connections, requests in flight, streams and body memory that one API key may use; beyond it, calls get 429; 100 = all',
  },
  maxUnanswered: {
    env: 'PORTAL_MAX_UNANSWERED',
    flag: '--max-unanswered <number>',
    fallback: '8',
    help: 'maximum requests of one connection whose responses it has not read; with more it is closed',
  },
  maxBodyMib: {
    env: 'PORTAL_MAX_BODY_MIB',
    flag: '--max-body-mib <number>',
    fallback: '128',
    help: 'memory for all request bodies being read, in MiB; further requests get 503',
  },
  writeWaitSeconds: {
    env: 'PORTAL_WRITE_WAIT_SECONDS',
    flag: '--write-wait-seconds <number>',
    fallback: '2',
    help: 'maximum expected wait of a write for its transaction, in seconds; further writes get 503',
  },
  organizationRate: {
    env: 'PORTAL_ORGANIZATION_RATE',
    flag: '--organization-rate <number>',
    fallback: '500',
    help: 'requests per second of all keys of one organization; bursts may be three times as large; costly calls count as several',
  },
  ...QUOTA_SETTINGS,
  requestSeconds: {
    env: 'PORTAL_REQUEST_SECONDS',
    flag: '--request-seconds <number>',
    fallback: '30',
    help: 'time limit for receiving a request with its body, in seconds',
  },
  cartRetentionDays: {
    env: 'PORTAL_CART_RETENTION_DAYS',
    flag: '--cart-retention-days <days>',
    fallback: '30',
    help: 'days after which lines, buyer and addresses of canceled and expired carts are erased',
  },
  keyGraceDays: {
    env: 'PORTAL_KEY_GRACE_DAYS',
    flag: '--key-grace-days <days>',
    fallback: '7',
    help: 'days after a signing key is retired for which its earlier receipts are still accepted',
  },
  receiptMaxAgeDays: {
    env: 'PORTAL_RECEIPT_MAX_AGE_DAYS',
    flag: '--receipt-max-age-days <days>',
    help: 'maximum age of a receipt by its issued_at, in days (default: unlimited)',
  },
  logKey: {
    env: 'PORTAL_LOG_KEY',
    flag: '--log-key <file>',
    help: "file of the receipt log's private key (default: the name of the database file with .log-key added; of a URL, a file in the user's data directory)",
  },
  logName: {
    env: 'PORTAL_LOG_NAME',
    flag: '--log-name <name>',
    help: 'name of the receipt logs, set when the database is created and by portal log rotate (default: derived from their first key)',
  },
  logSigned: {
    env: 'PORTAL_LOG_SIGNED',
    flag: '--log-signed <file>',
    help: "file of the signed heads of the receipt logs; never overwrite it with an older copy (default: the name of the log key's file with .signed added)",
  },
  publicLogs: {
    env: 'PORTAL_PUBLIC_LOGS',
    flag: '--public-logs <0|1>',
    fallback: '0',
    help: '1 publishes the receipt logs of organizations that chose it (portal orgs set)',
  },
  checkpointSeconds: {
    env: 'PORTAL_CHECKPOINT_SECONDS',
    flag: '--checkpoint-seconds <number>',
    fallback: '5',
    help: 'interval in seconds at which grown receipt logs are recorded in the signed heads and, if public, get a checkpoint',
  },
  witnessPolicy: {
    env: 'PORTAL_WITNESS_POLICY',
    flag: '--witness-policy <file>',
    help: 'policy (C2SP tlog-policy) that names the witnesses of the receipt logs and their quorum (default: no witnesses)',
  },
  witnessRequired: {
    env: 'PORTAL_WITNESS_REQUIRED',
    flag: '--witness-required <0|1>',
    fallback: '0',
    help: '1 shows only checkpoints cosigned by a quorum of witnesses (default: all, with the cosignatures they have)',
  },
  smtpUrl: {
    env: 'PORTAL_SMTP_URL',
    help: 'destination of notices by mail: an SMTP server, such as smtp://user:password@mail.shop.com:587 or smtps://…, or file: and a folder, such as file:data/mail (default: no mail is sent)',
  },
  mailFrom: {
    env: 'PORTAL_MAIL_FROM',
    flag: '--mail-from <address>',
    help: 'sender address of mail (default: orders@ and the host of the public URL)',
  },
  mailDomains: {
    env: 'PORTAL_MAIL_DOMAINS',
    flag: '--mail-domains <list>',
    help: 'domains in which shops may choose their own sender address, such as shop.com,other.org@org_…, the second only for shops of that organization (default: none)',
  },
  dkimKey: {
    env: 'PORTAL_DKIM_KEY',
    flag: '--dkim-key <file>',
    help: 'PEM file of the RSA private key that signs mail (default: mail is not signed)',
  },
  dkimSelector: {
    env: 'PORTAL_DKIM_SELECTOR',
    flag: '--dkim-selector <name>',
    fallback: 'portal',
    help: 'selector under which the domain of each sender publishes the public DKIM key',
  },
  operatorMail: {
    env: 'PORTAL_OPERATOR_MAIL',
    flag: '--operator-mail <address>',
    help: 'address that gets a mail a day while a backup or the witnesses are overdue, and one when a receipt log is not signed any more or again (default: none)',
  },
  backupFolder: {
    env: 'PORTAL_BACKUP_FOLDER',
    flag: '--backup-folder <folder>',
    help: 'folder of the sets of `portal backup`; the operator gets a mail if the newest one is too old (default: not checked)',
  },
  backupHours: {
    env: 'PORTAL_BACKUP_HOURS',
    flag: '--backup-hours <number>',
    fallback: '26',
    help: 'hours after which the newest backup is too old',
  },
  upgradeCopy: {
    env: 'PORTAL_UPGRADE_COPY',
    flag: '--upgrade-copy <0|1>',
    fallback: '1',
    help: '0 upgrades the database without copying it first; a copy is kept beside it for 30 days',
  },
  media: {
    env: 'PORTAL_MEDIA',
    flag: '--media <folder>',
    help: "folder of the pictures that shops add (default: the name of the database file with .media added; of a URL, a folder in the user's data directory)",
  },
  handlers: {
    env: 'PORTAL_HANDLERS',
    help: 'folder of payment handlers: each *.mjs and *.js file in it is one (default: only the built-in handlers)',
  },
  apiKey: { env: 'PORTAL_API_KEY', help: 'API key of a stdio process' },
  deployment: { env: 'PORTAL_DEPLOYMENT', help: 'deployment of a stdio process without a key' },
  buyerId: { env: 'PORTAL_BUYER_ID', help: 'buyer that a stdio process acts for' },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;
