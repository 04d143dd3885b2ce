import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { readConfig } from '../../src/config.js';
import type { Door } from '../actors/shopper.js';
import { demoKey, organizationKey } from '../e2e/database-file.js';
import { freePort } from '../support/free-port.js';
import { run } from '../support/program.js';
import { Insistence } from './insistence.js';
import { searchedRun } from './searched-run.js';
import { type WatchedPortal, watchedPortal } from './watched-portal.js';

const MOMENT = 20;

/** Allows long waits for writes: the scripts test outages, so no write may be rejected because the machine is busy. */
const PATIENT = { PORTAL_WRITE_WAIT_SECONDS: '60' };

/** Several portals on one database. Each keeps its address across restarts. */
export class PostgresPortals {
  readonly insistence: Insistence;
  /** Longest recovery of all portals, in milliseconds. */
  slowest = 0;
  /** Settings with which commands use the same database. */
  readonly env: Readonly<Record<string, string>>;
  private readonly ports: readonly number[];
  private readonly portals: WatchedPortal[] = [];

  private constructor(env: Readonly<Record<string, string>>, ports: readonly number[]) {
    this.env = env;
    this.ports = ports;
    this.insistence = new Insistence(ports.map(urlOf), () => this.portals.flatMap(({ log }) => log.faults).join('\n'));
  }

  /** `urls`: database URL for each portal. `folder`: for the portals' files. `settings`: of all portals. */
  static async started(
    urls: readonly string[],
    folder: string,
    settings: Readonly<Record<string, string>> = {},
  ): Promise<PostgresPortals> {
    const [url = ''] = urls;
    const env = { ...settings, PORTAL_DB: url, XDG_DATA_HOME: folder, PORTAL_LOG_KEY: `${folder}/log-key` };
    const made = await run(['init', '--demo'], env);
    expect({ code: made.code, stderr: made.stderr }).toEqual({ code: 0, stderr: '' });
    const portals = new PostgresPortals(env, await Promise.all(urls.map(freePort)));
    await Promise.all(urls.map((one, index) => portals.start(index, one)));
    return portals;
  }

  get count(): number {
    return this.ports.length;
  }

  url(index: number): string {
    return urlOf(this.ports[index % this.count] ?? 0);
  }

  /** Returns access that tries each call at one portal after the other, beginning with this one, until it succeeds. */
  shop(index: number): Door {
    return { ...this.shopOnce(index), ask: this.insistence.ask };
  }

  owner(index: number): Door {
    return { ...this.ownerOnce(index), ask: this.insistence.ask };
  }

  /** Returns access to this portal only, without repeats. */
  shopOnce(index: number): Door {
    return { url: this.url(index), key: demoKey(this.files) };
  }

  ownerOnce(index: number): Door {
    return { url: this.url(index), key: organizationKey(this.files) };
  }

  async start(index: number, url = this.env.PORTAL_DB ?? ''): Promise<void> {
    this.portals[index] = await watchedPortal(url, {
      ...this.env,
      ...PATIENT,
      PORTAL_DB: url,
      PORTAL_PORT: String(this.ports[index]),
      // Like portals behind one address, they all return the same links.
      PORTAL_PUBLIC_URL: this.url(0),
    });
  }

  async kill(index: number): Promise<void> {
    await this.portals[index]?.stop('SIGKILL');
  }

  /** Injects a fault and waits until all portals serve again. After that, no call may be rejected. */
  async recover(broken: () => Promise<void>): Promise<void> {
    this.insistence.isCalm = false;
    await broken();
    const began = performance.now();
    await Promise.all(this.ports.map((port) => isServing(urlOf(port))));
    this.slowest = Math.max(this.slowest, performance.now() - began);
    this.insistence.isCalm = true;
  }

  async assertVerified(): Promise<void> {
    const { code, stdout, stderr } = await searchedRun(['log', 'verify'], this.env);
    expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' });
  }

  async stop(): Promise<void> {
    for (const portal of this.portals) expect(await portal.stop('SIGTERM')).toBe(0);
  }

  /** Kills all portals, some of which may have died already. */
  async drop(): Promise<void> {
    await Promise.all(this.portals.map((portal) => portal.stop('SIGKILL')));
  }

  private get files(): string {
    return readConfig(this.env, {}).files;
  }
}

function urlOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}

async function isServing(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await sleep(MOMENT);
  }
}
