import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';

/** Load on one portal over loopback: floods and held connections from this process, probes from another one. */

/** Counts requests by status; `lost` means no response. */
export class Outcomes {
  readonly counts = new Map<string, number>();
  /** Number of rejections without Retry-After. */
  withoutRetry = 0;

  add(outcome: string): void {
    this.counts.set(outcome, (this.counts.get(outcome) ?? 0) + 1);
  }

  of(outcome: string): number {
    return this.counts.get(outcome) ?? 0;
  }

  get all(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Outcomes that are neither success nor rejection. */
  get others(): string[] {
    return [...this.counts.keys()].filter((outcome) => !['200', '201', '429', '503'].includes(outcome));
  }
}

export interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends one request and counts its outcome. Returns its duration in milliseconds. */
export function ask(url: string, agent: Agent | undefined, asked: Asked, outcomes: Outcomes): Promise<number> {
  const { port, hostname } = new URL(url);
  const { method = 'GET', path, headers = {}, body } = asked;
  const began = performance.now();
  return new Promise((resolve) => {
    const end = (outcome: string) => {
      outcomes.add(outcome);
      resolve(performance.now() - began);
    };
    const sent = request({ port, hostname, method, path, headers, agent: agent ?? false }, (response) => {
      const status = response.statusCode ?? 0;
      if ((status === 429 || status === 503) && response.headers['retry-after'] === undefined)
        outcomes.withoutRetry += 1;
      response.on('end', () => end(String(status))).on('error', () => end('lost'));
      response.resume();
    });
    sent.on('error', () => end('lost')).end(body);
  });
}

/** Sends requests continuously over `width` connections, until `until` on the clock of `performance`. */
export async function flood(url: string, width: number, until: number, make: () => Asked): Promise<Outcomes> {
  const agent = new Agent({ keepAlive: true, maxSockets: width });
  const outcomes = new Outcomes();
  const one = async () => {
    while (performance.now() < until) await ask(url, agent, make(), outcomes);
  };
  await Promise.all(Array.from({ length: width }, one));
  agent.destroy();
  return outcomes;
}

/** Opens connections that send a text and never read. Returns a function that closes them. */
export async function hold(url: string, count: number, text: string): Promise<() => void> {
  const { port, hostname } = new URL(url);
  const sockets: Socket[] = [];
  const open = () =>
    new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        socket.pause();
        socket.write(text);
        resolve();
      });
      // The portal enforces its limits by refusing or closing connections.
      socket.on('error', () => resolve());
      sockets.push(socket);
    });
  while (sockets.length < count) await Promise.all(Array.from({ length: Math.min(200, count - sockets.length) }, open));
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}

export interface Probed {
  /** Number of outcomes by status or error code. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Duration of each call in milliseconds, in calling sequence. */
  readonly waits: readonly number[];
  readonly longest: number;
  /** Start of the longest call, in milliseconds after the first. */
  readonly at: number;
}

interface Probe {
  readonly url: string;
  /** Loopback address to connect from, different from the load's. */
  readonly from: string;
  /** Milliseconds between two calls. */
  readonly every: number;
  readonly requests: readonly Asked[];
}

/** Sends calls continuously from a separate process. Returns a function that stops it and returns its measurements. */
export function probe(calls: Probe): () => Promise<Probed> {
  const program = join(import.meta.dirname, 'call-probe.mjs');
  const child = spawn(process.execPath, [program, JSON.stringify(calls)], { stdio: ['pipe', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk;
  });
  return async () => {
    const closed = once(child, 'close');
    child.stdin.end();
    await closed;
    return JSON.parse(said);
  };
}
