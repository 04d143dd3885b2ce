import { missing } from './api-error.js';
import { testMethod } from './methods.js';
import type { ApiEvent, Charge, Dispute, Intent, Method, Refund, Session, SharedToken } from './objects.js';

/** Everything that the stand-in knows, and the events of its changes. */
export class State {
  readonly intents = new Map<string, Intent>();
  readonly charges = new Map<string, Charge>();
  readonly refunds = new Map<string, Refund>();
  readonly disputes = new Map<string, Dispute>();
  readonly sessions = new Map<string, Session>();
  readonly sharedTokens = new Map<string, SharedToken>();
  /** Payment methods by the confirmation tokens of Stripe.js. */
  readonly confirmationTokens = new Map<string, string>();
  /** Oldest first. */
  readonly events: ApiEvent[] = [];
  /** True if the account has multicapture. */
  multicapture = false;
  /** State of new refunds. */
  refundsAre: 'succeeded' | 'pending' = 'succeeded';
  /** URL of the stand-in. */
  url = '';
  private readonly methods = new Map<string, Method>();
  private readonly clock: () => number;
  private count = 0;

  /** @param clock milliseconds since the epoch */
  constructor(clock: () => number) {
    this.clock = clock;
  }

  /** Seconds since the epoch. */
  now(): number {
    return Math.floor(this.clock() / 1000);
  }

  newId(prefix: string): string {
    this.count += 1;
    return `${prefix}_standin${this.count}`;
  }

  emit(type: string, object: object): void {
    this.events.push({
      id: this.newId('evt'),
      object: 'event',
      api_version: '2026-10-28.endive',
      created: this.now(),
      livemode: Reflect.get(object, 'livemode') === true,
      type,
      data: { object: structuredClone(object) },
    });
  }

  addMethod(method: Method): Method {
    this.methods.set(method.id, method);
    return method;
  }

  method(id: string): Method {
    const method = this.methods.get(id) ?? testMethod(id);
    if (!method) throw missing('PaymentMethod', id, 'payment_method');
    return method;
  }

  intent(id: string): Intent {
    return known(this.intents, id, 'payment_intent');
  }

  charge(id: string | null): Charge {
    return known(this.charges, id ?? '', 'charge');
  }

  session(id: string): Session {
    return known(this.sessions, id, 'checkout.session');
  }
}

function known<T>(all: ReadonlyMap<string, T>, id: string, kind: string): T {
  const found = all.get(id);
  if (!found) throw missing(kind, id, 'id');
  return found;
}
