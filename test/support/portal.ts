import { NO_LOAD_LIMITS } from './no-load-limits.js';
import './checked-rows.js';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { defaultParts, makePortalApp, type Parts, type PortalApp } from '../../src/app.js';
import { type Demo, loadDemo } from '../../src/cli/demo-shop.js';
import { readConfig } from '../../src/config.js';
import { type Log, makeLog } from '../../src/log.js';
import { makePortalServer, type PortalServer } from '../../src/server.js';
import { systemIds } from '../../src/system.js';
import { withoutHints } from '../store/fetching-store.js';
import { writeDemo, writeDemoOnPostgres } from './database-template.js';
import { send } from './http-client.js';
import { listenLocally } from './listen-locally.js';
import { environmentOf, openOnPostgres, releasePostgresOf } from './postgres-of-path.js';
import { ScopedStore } from './scoped-store.js';
import { temporaryFolder } from './temporary-folder.js';

/**
 * `PORTAL_TEST_ENGINE=rerun`: test portals use an engine without synchronous reads. `postgres`: they use PostgreSQL,
 * with a separate database for each path.
 */
const ENGINES: Readonly<Record<string, Partial<Parts>>> = {
  rerun: { engine: withoutHints },
  postgres: { open: openOnPostgres },
};
/** Disables webhooks by default, for tests without a receiver. */
const WITHOUT_EVENTS: Pick<Parts, 'poster'> = { poster: undefined };
/** Entries of orders get their places only when a test says so, so that the indexes of leaves are known. */
const WITHOUT_ENTRIES: Pick<Parts, 'entersRows'> = { entersRows: false };
const ENGINE = ENGINES[process.env.PORTAL_TEST_ENGINE ?? ''] ?? {};

/** A portal for one test: a real file, a real port, the demo shop. */
export interface TestPortal {
  readonly url: string;
  readonly database: string;
  /** Environment with which another program uses the same database. */
  readonly commandEnv: Readonly<Record<string, string>>;
  readonly app: PortalApp;
  readonly demo: Demo;
  readonly metrics: PortalServer['metrics'];
  readonly demoPath: PortalServer['demoPath'];
  /** Lines that the portal has logged so far. */
  readonly logged: readonly string[];
  request(method: string, path: string, options?: RequestOptions): Promise<Answered>;
  close(): Promise<void>;
}

export interface RequestOptions {
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent unchanged; takes precedence over `body`. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  /** Default: the demo's deployment key; null sends none. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Closes the connection. */
  readonly signal?: AbortSignal;
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined when it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose form they assert
  readonly json: any;
}

export interface Options extends Partial<Parts> {
  readonly rateLimit?: '0' | '1';
  readonly database?: string;
  /** Host name in the portal's URL; the address of this machine by default. */
  readonly host?: 'localhost';
  /** Shows the demo's keys at `demoPath`, as `serve --demo` does. */
  readonly showsDemoKeys?: boolean;
  /** Additional settings, by environment name. */
  readonly env?: Readonly<Record<string, string>>;
}

/** An address at which nothing listens, so that no test calls Stripe. */
const WITHOUT_STRIPE = { PORTAL_STRIPE_API_URL: 'http://127.0.0.1:9' };

export async function startPortal(options: Options = {}): Promise<TestPortal> {
  const folder = options.database ? undefined : temporaryFolder();
  const database = options.database ?? join(folder ?? '', 'portal.db');
  const open = options.open ?? ENGINE.open;
  if (open === openOnPostgres) await writeDemoOnPostgres(database);
  else if (!existsSync(database) && !open) await writeDemo(database);
  let url = '';
  const logged: string[] = [];
  const log: Log = makeLog('debug', (line) => void logged.push(line));
  const rateLimit = options.rateLimit && { PORTAL_RATE_LIMIT: options.rateLimit };
  const env = { PORTAL_DB: database, ...WITHOUT_STRIPE, ...NO_LOAD_LIMITS, ...rateLimit, ...options.env };
  const config = readConfig(env, {});
  const chosen: Parts = {
    ...(await defaultParts(config)),
    ...WITHOUT_EVENTS,
    ...WITHOUT_ENTRIES,
    ...ENGINE,
    ...options,
  };
  const parts: Parts = { ...chosen, engine: (opened) => new ScopedStore(chosen.engine?.(opened) ?? opened) };
  const app = await makePortalApp(config, { publicUrl: () => url, create: true }, log, parts);
  const demo = await loadDemo(app.store, systemIds, parts.clock, database);
  if (!demo) throw new Error('the demo did not load');
  const keys = options.showsDemoKeys ? [demo.deployment_key, demo.organization_key] : [];
  const { server, metrics, demoPath, close } = makePortalServer(app, config, keys);
  // Only the client closes idle connections: if the server did too, a call could be lost on a busy machine.
  server.keepAliveTimeout = 0;
  url = (await listenLocally(server)).replace('127.0.0.1', options.host ?? '127.0.0.1');
  return {
    url,
    database,
    commandEnv: environmentOf(database),
    app,
    metrics,
    demo,
    demoPath,
    logged,
    request: (method, path, sent = {}) => request(url, demo.deployment_key, method, path, sent),
    async close() {
      server.closeAllConnections();
      await close();
      await new Promise((resolve) => server.close(resolve));
      await app.close();
      if (!folder) return;
      if (open) await releasePostgresOf(database);
      rmSync(folder, { recursive: true });
    },
  };
}

/** Sends one HTTP request, with the demo's key by default. */
export async function request(
  url: string,
  key: string,
  method: string,
  path: string,
  sent: RequestOptions,
): Promise<Answered> {
  const body = sent.raw ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body));
  const headers: Record<string, string> = { ...sent.headers };
  if (sent.key !== null) headers['x-api-key'] = sent.key ?? key;
  if (body !== undefined && headers['content-type'] === undefined) headers['content-type'] = 'application/json';
  const { status, headers: answered, text } = await send(`${url}${path}`, method, headers, body, sent.signal);
  return { status, headers: answered, text, json: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
