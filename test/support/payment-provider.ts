import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { PaymentOutcome } from '../../src/ports.js';
import { listenLocally } from './listen-locally.js';

/** Points of a payment at which the portal can be killed. `during`: the provider has acted but has not responded. */
export type Point =
  | `${'authorize' | 'void'}:${'before' | 'during' | 'after'}`
  | `answer:${'complete' | 'cancel' | 'buy'}`;

interface Attempt {
  readonly state: 'authorized' | 'pending' | 'unknown';
  readonly voided: boolean;
}

const UNKNOWN: Attempt = { state: 'unknown', voided: false };

/** Result of an authorization. `silent`: authorized without a response. */
type Manner = 'approves' | 'leaves pending' | 'silent';

/** A payment provider that outlives the portals, and can kill a portal at a chosen point. */
export class PaymentProvider {
  manner: Manner = 'approves';
  private armed: Point | undefined;
  private asked: () => void = () => undefined;
  private readonly attempts = new Map<string, Attempt>();
  private readonly server = createServer((request, response) => this.serve(request, response));

  listen(): Promise<string> {
    return listenLocally(this.server);
  }

  /** Kills the next portal that reaches the point. */
  arm(point: Point): void {
    this.armed = point;
  }

  /** Resolves when the next authorization has been recorded. */
  nextAuthorization(): Promise<void> {
    return new Promise((resolve) => {
      this.asked = resolve;
    });
  }

  /** Sorted ids of attempts that are charged or can still be charged, i.e. all except voided ones. */
  kept(): string[] {
    return [...this.attempts].flatMap(([id, { state, voided }]) => (state === 'unknown' || voided ? [] : [id])).sort();
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private serve(request: IncomingMessage, response: ServerResponse): void {
    const [, kind, name = '', action] = (request.url ?? '').split('/');
    const pid = Number(request.headers['x-pid']);
    const answer = kind === 'points' ? {} : this.done(name, action);
    const reached = kind === 'points' ? name : `${action}:during`;
    if (reached === this.armed) {
      this.armed = undefined;
      process.kill(pid, 'SIGKILL');
    } else if (action !== 'authorize' || this.manner !== 'silent') {
      response.end(JSON.stringify(answer));
    }
    if (action === 'authorize') this.asked();
  }

  /** Performs an action and returns the outcome. An id is charged only once, and never after it was voided. */
  private done(id: string, action: string | undefined): PaymentOutcome {
    const before = this.attempts.get(id) ?? UNKNOWN;
    const state = this.manner === 'leaves pending' ? 'pending' : 'authorized';
    if (action === 'void') this.attempts.set(id, { ...before, voided: true });
    if (action === 'authorize' && before === UNKNOWN) this.attempts.set(id, { state, voided: false });
    return outcomeOf(this.attempts.get(id) ?? UNKNOWN);
  }
}

function outcomeOf({ state, voided }: Attempt): PaymentOutcome {
  if (voided) return { state: 'declined', reason: 'the payment was voided' };
  return state === 'authorized' ? { state, payment_status: 'paid' } : { state };
}
