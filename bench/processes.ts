import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { leavesChild } from './leftovers.js';
import { processSeconds } from './processor-time.js';

/** Benchmarks are compiled to dist/bench, beside dist/src. */
const DIST = fileURLToPath(new URL('..', import.meta.url));
/** The portal program of this build. */
export const PROGRAM = join(DIST, '..', 'bin', 'portal.js');

/** Message that a benchmark server prints when it is ready. */
const LISTENING = /listening http/;
const WITH_DEMO = /Organization key .*\n/;
const SERVING = /Database .*\n/;

/** A measured server in a separate process. */
export interface Measured {
  readonly url: string;
  /** Output of the server until it listened. */
  readonly said: string;
  /** CPU seconds of the whole process so far. */
  cpu(): number;
  /** Current memory in bytes. */
  rss(): number;
  stop(): Promise<void>;
}

/** `startEcho` of `echo-rounds.ts` warms it too. */
export function startEchoServer(): Promise<Measured> {
  return start([join(DIST, 'bench', 'echo.js')], {}, 'ignore', LISTENING);
}

/** Starts the bare SDK server, whose tool returns a constant text of `characters` characters. */
export function startSdkServer(characters: number): Promise<Measured> {
  return start([join(DIST, 'bench', 'sdk-server.js'), String(characters)], {}, 'ignore', LISTENING);
}

/** Starts bare `node:http` with a separate SQLite file. `answer`: the cart that it reads and updates. */
export function startLimit(folder: string, answer: string): Promise<Measured> {
  const model = join(folder, 'limit.json');
  writeFileSync(model, answer);
  return start([join(DIST, 'bench', 'limit-server.js'), join(folder, 'limit.db'), model], {}, 'ignore', LISTENING);
}

/** Starts Vendure from the packages in `bench/peers`, on a new file in the folder. */
export function startVendure(folder: string): Promise<Measured> {
  return start([join(DIST, '..', 'bench', 'peers', 'vendure.mjs'), folder], {}, 'ignore', LISTENING);
}

/**
 * Starts the portal with the demo shop. It logs at the default level to a file, as under a service manager. `program`:
 * the portal program, which may be from another build.
 */
export function startPortal(database: string, profile: string | undefined, program = PROGRAM): Promise<Measured> {
  const flags = profile === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', profile];
  const log = openSync(`${database}.log`, 'w');
  // The portal must fetch the UCP platform's profile from this machine, and issue tokens.
  const env = { ...unlimited(database), PORTAL_LOCAL_ADDRESSES: '1', PORTAL_OAUTH: '1' };
  return start([...flags, program, 'serve', '--demo'], env, log, WITH_DEMO);
}

/** Starts the portal with the demo shop, with an account of Stripe whose API is at the URL. */
export function startStripePortal(database: string, api: string, webhookSecret: string): Promise<Measured> {
  const env = {
    ...unlimited(database),
    PORTAL_STRIPE_SECRET_KEY: 'sk_test_bench',
    PORTAL_STRIPE_PUBLISHABLE_KEY: 'pk_test_bench',
    PORTAL_STRIPE_WEBHOOK_SECRET: webhookSecret,
    PORTAL_STRIPE_API_URL: api,
  };
  return start([PROGRAM, 'serve', '--demo'], env, openSync(`${database}.log`, 'w'), WITH_DEMO);
}

/** Starts the portal on an existing database. */
export function startAgain(database: string): Promise<Measured> {
  return start([PROGRAM, 'serve'], unlimited(database), 'ignore', SERVING);
}

/** Files of the portals on one database. */
export function sharedFiles(folder: string) {
  return { logKey: join(folder, 'log-key'), logSigned: join(folder, 'signed') };
}

/**
 * Starts a portal on any database, with its other files in the folder. `number`: 0 for the first portal, which creates
 * the demo shop.
 */
export function startShared(database: string, folder: string, number: number): Promise<Measured> {
  const { logKey, logSigned } = sharedFiles(folder);
  const env = {
    ...unlimited(database),
    PORTAL_LOG_KEY: logKey,
    PORTAL_LOG_SIGNED: logSigned,
    PORTAL_MEDIA: join(folder, 'media'),
  };
  const demo = number === 0;
  const log = openSync(join(folder, `${number}.log`), 'w');
  return start([PROGRAM, 'serve', ...(demo ? ['--demo'] : [])], env, log, demo ? WITH_DEMO : SERVING);
}

/** Returns settings without a rate limit, since all calls use one key. */
function unlimited(database: string): Record<string, string> {
  return { PORTAL_DB: database, PORTAL_PORT: '0', PORTAL_RATE_LIMIT: '0' };
}

async function start(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  stderr: 'ignore' | number,
  ready: RegExp,
): Promise<Measured> {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', stderr],
  });
  const stop = leavesChild(child);
  const said = await saidUntil(child, ready);
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
  if (!url) throw new Error(`a server printed no URL: ${said}`);
  return {
    url,
    said,
    cpu: () => processSeconds(child.pid ?? 0),
    rss: () => rssBytes(child.pid ?? 0),
    stop,
  };
}

async function saidUntil(child: ChildProcess, ready: RegExp): Promise<string> {
  if (!child.stdout) throw new Error('a server has no stdout');
  child.stdout.setEncoding('utf8');
  let said = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    said += chunk;
    if (ready.test(said)) break;
  }
  child.stdout.resume();
  return said;
}

function rssBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}
