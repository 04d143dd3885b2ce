import { randomUUID } from 'node:crypto';
import { OPERATIONS } from '../../src/operations/index.js';
import { type Args, requestOf } from '../actors/registry-caller.js';
import { type Answered, request } from '../support/portal.js';
import { noAnswer } from './insistence.js';

const NS_PER_MS = 1e6;

/** A request to one portal, with the time before it was sent and after it was answered or given up, in nanoseconds. */
export interface Attempt {
  readonly portal: number;
  readonly sent: bigint;
  readonly ended: bigint;
  /** `undefined` if the outcome is unknown: the connection broke, or the status is 503. */
  readonly answer: Answered | undefined;
}

/** False for an attempt that failed. */
export function mayHaveEffect({ answer }: Attempt): boolean {
  return !answer || answer.status === 200;
}

/** Ways to send a call. The portals are numbers. */
export interface Sending {
  readonly portal: number;
  /** Portal that gets the repeat. */
  readonly other: number;
  /** `lost` closes the connection and sends no repeat. */
  readonly repeat: 'none' | 'later' | 'at once' | 'after a cut' | 'lost';
  /** Time after which the connection is closed, as a share of the duration of an earlier call. */
  readonly cutAt: number;
  /** True if the call has an idempotency key. */
  readonly hasKey: boolean;
}

interface Identity {
  readonly key: string;
  readonly buyer?: string;
}

/** Sends a call and its repeats. Returns all attempts in the order in which they were sent. */
export type Send = (operation: string, args: Args, how: Sending, ifMatch?: number) => Promise<readonly Attempt[]>;

/** Sends the calls of a history. */
export class Sender {
  private readonly urls: readonly string[];
  /** Duration of the last call that was not cut, by which cuts are timed. Milliseconds. */
  private lastMs = 5;

  constructor(urls: readonly string[]) {
    this.urls = urls;
  }

  /** Returns a function that sends calls with a key, on behalf of a buyer. */
  as({ key, buyer }: Identity): Send {
    return (operation, args, how, ifMatch) => {
      const { method, path, body } = requestOf(declarationOf(operation), args);
      const headers = {
        ...(buyer !== undefined && { 'x-buyer-id': buyer }),
        ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }),
        ...(how.hasKey && { 'idempotency-key': randomUUID() }),
      };
      const ask: Ask = (portal, cut) =>
        request(this.urls[portal] ?? '', key, method, path, { headers, ...cut, ...(body && { body }) });
      return this.repeat(ask, how);
    };
  }

  private async repeat(ask: Ask, { repeat, portal, other, cutAt }: Sending): Promise<readonly Attempt[]> {
    if (repeat === 'none') return [await this.attempt(ask, portal)];
    if (repeat === 'at once') return Promise.all([this.attempt(ask, portal), this.attempt(ask, other)]);
    if (repeat === 'later') return [await this.attempt(ask, portal), await this.attempt(ask, other)];
    const cut = await this.attempt(ask, portal, cutAt);
    return repeat === 'lost' ? [cut] : [cut, await this.attempt(ask, other)];
  }

  private async attempt(ask: Ask, portal: number, cutAt?: number): Promise<Attempt> {
    const cut = cutAt === undefined ? {} : { signal: AbortSignal.timeout(Math.ceil(cutAt * this.lastMs)) };
    const sent = process.hrtime.bigint();
    const answer = await ask(portal, cut).catch(noAnswer);
    const ended = process.hrtime.bigint();
    if (cutAt === undefined) this.lastMs = Number(ended - sent) / NS_PER_MS;
    return { portal, sent, ended, answer: answer?.status === 503 ? undefined : answer };
  }
}

/** Sends a request to a portal. */
type Ask = (portal: number, cut: { readonly signal?: AbortSignal }) => Promise<Answered>;

function declarationOf(operation: string) {
  const found = OPERATIONS.find(({ name }) => name === operation);
  if (!found) throw new Error(`there is no operation ${operation}`);
  return found;
}
