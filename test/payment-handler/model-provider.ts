import { createHmac, timingSafeEqual } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MovedMoney } from '../../src/payment-handler/conformance.js';
import type { ProviderDispute, ProviderRequest } from '../../src/payment-handler.js';

export interface Charge {
  readonly id: string;
  readonly attempt: string;
  readonly amount: number;
  /** True if everything is captured at once. */
  readonly capture: boolean;
  state: 'open' | 'action' | 'authorized' | 'ended' | 'declined';
  captured: number;
  refunded: number;
  /** Their money is withdrawn, unless they are won. */
  readonly disputes: ProviderDispute[];
}

interface NewCharge extends Pick<Charge, 'attempt' | 'amount' | 'capture'> {
  readonly token: string | undefined;
}

type Outcome = 'done' | 'refused';

const STATES: Readonly<Record<string, Charge['state']>> = {
  tok_approved: 'authorized',
  tok_pending: 'open',
  tok_action: 'action',
};

/**
 * A payment provider in memory. Every write has a key, as with real providers: the same key has no second effect.
 * Attempts are only labels here, so a handler that chooses other keys can charge twice.
 */
export class ModelProvider {
  readonly signingKey = 'whsec_model_signing_key';
  private readonly charges = new Map<string, Charge>();
  private readonly canceled = new Set<string>();
  private readonly outcomes = new Map<string, Outcome>();

  async charge(key: string, { attempt, amount, token = '', capture }: NewCharge): Promise<Charge> {
    await nextTurn();
    const before = this.charges.get(key);
    if (before) return before;
    const state = this.canceled.has(key) ? 'declined' : (STATES[token] ?? 'declined');
    const money = { captured: 0, refunded: 0, disputes: [] };
    const charge: Charge = { id: `ch_${key}`, attempt, amount, capture, state, ...money };
    this.charges.set(key, charge);
    if (capture && state === 'authorized') take(charge, amount, true);
    return charge;
  }

  async find(key: string): Promise<Charge | undefined> {
    await nextTurn();
    return this.charges.get(key);
  }

  /** Ends a charge. Refunds only what was captured at once, unless `refundsAll`. */
  async cancel(key: string, refundsAll = false): Promise<void> {
    await nextTurn();
    this.canceled.add(key);
    const charge = this.charges.get(key);
    if (!charge) return;
    if (charge.capture || refundsAll) charge.refunded = charge.captured;
    charge.state = charge.captured > charge.refunded ? 'ended' : 'declined';
  }

  async capture(key: string, charge: Charge | undefined, amount: number, final: boolean): Promise<Outcome> {
    await nextTurn();
    return this.once(key, () => {
      if (charge?.state !== 'authorized' || charge.captured + amount > charge.amount) return false;
      take(charge, amount, final);
      return true;
    });
  }

  async refund(key: string, charge: Charge | undefined, amount: number): Promise<Outcome> {
    await nextTurn();
    return this.once(key, () => {
      if (!charge || amount > heldOf(charge)) return false;
      charge.refunded += amount;
      return true;
    });
  }

  /** Does the buyer's part of an action, or authorizes an open payment. */
  async act(key: string): Promise<void> {
    await nextTurn();
    const charge = this.charges.get(key);
    if (charge?.state !== 'action' && charge?.state !== 'open') return;
    charge.state = 'authorized';
    if (charge.capture) take(charge, charge.amount, true);
  }

  /** Lets the buyer fail the action, or ends a payment that is open or authorized without charging more. */
  async refuse(key: string): Promise<void> {
    await nextTurn();
    const charge = this.charges.get(key);
    if (charge && charge.state !== 'ended') charge.state = charge.captured > 0 ? 'ended' : 'declined';
  }

  /** Withdraws money that a buyer disputes, if the charge has as much. */
  async dispute(key: string, amount: number, opened_at: number): Promise<void> {
    await nextTurn();
    const charge = this.charges.get(key);
    if (!charge || amount > heldOf(charge)) return;
    charge.disputes.push({ id: `du_${charge.disputes.length + 1}`, state: 'open', amount, opened_at });
  }

  /** Ends the open disputes of a charge. */
  async endDisputes(key: string, state: 'won' | 'lost'): Promise<void> {
    await nextTurn();
    const disputes = this.charges.get(key)?.disputes ?? [];
    for (const [index, one] of disputes.entries()) if (one.state === 'open') disputes[index] = { ...one, state };
  }

  all(): readonly Readonly<Charge>[] {
    return [...this.charges.values()];
  }

  async money(attempt: string): Promise<MovedMoney> {
    const all = [...this.charges.values()].filter((charge) => charge.attempt === attempt);
    const sum = (of: 'captured' | 'refunded') => all.reduce((total, charge) => total + charge[of], 0);
    return { captured: sum('captured'), refunded: sum('refunded') };
  }

  /** Returns the event about the latest change of a payment. Only changes of its disputes have an event of their own. */
  event(attempt: string): ProviderRequest {
    const changes = (this.charges.get(attempt)?.disputes ?? []).map(({ state }) => `_${state}`).join('');
    const body = new TextEncoder().encode(JSON.stringify({ id: `evt_${attempt}${changes}`, attempt }));
    return { headers: { signature: this.sign(body) }, body, received_at: Date.now() };
  }

  isSigned({ headers, body }: ProviderRequest): boolean {
    const given = Buffer.from(headers.signature ?? '');
    const expected = Buffer.from(this.sign(body));
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  private sign(body: Uint8Array): string {
    return createHmac('sha256', this.signingKey).update(body).digest('hex');
  }

  private once(key: string, run: () => boolean): Outcome {
    const before = this.outcomes.get(key);
    if (before) return before;
    const outcome = run() ? 'done' : 'refused';
    this.outcomes.set(key, outcome);
    return outcome;
  }
}

/** Money that was captured, and neither paid back nor withdrawn. */
function heldOf({ captured, refunded, disputes }: Charge): number {
  return captured - refunded - withdrawnOf(disputes);
}

/** Sum of the disputes that are not won. */
export function withdrawnOf(disputes: readonly ProviderDispute[]): number {
  return disputes.reduce((sum, { state, amount }) => (state === 'won' ? sum : sum + amount), 0);
}

function take(charge: Charge, amount: number, final: boolean): void {
  charge.captured += amount;
  charge.state = final || charge.captured === charge.amount ? 'ended' : 'authorized';
}
