import type { Clock, Refund, RefundOutcome } from '../ports.js';
import type { HandlerCalls } from './handler-calls.js';
import { refundOutcome } from './outcomes.js';
import { ABANDON_AFTER_MS, RESOLVE_WAIT } from './waits.js';

/** Writes an outcome. `late`: the caller has gone on without it. */
type WriteRefund<R> = (outcome: RefundOutcome, late: boolean) => Promise<R>;

/** A refund that this process is asking about. */
interface Asking {
  readonly since: number;
  /** Resolves when its outcome is written, or could not be written. */
  readonly over: Promise<unknown>;
}

/** Asks payment handlers to give money back; in this process, one call at a time for each refund. */
export class RefundGateway {
  private readonly handlers: HandlerCalls;
  private readonly clock: Clock;
  private readonly asking = new Map<string, Asking>();

  constructor(handlers: HandlerCalls, clock: Clock) {
    this.handlers = handlers;
    this.clock = clock;
  }

  /** When a caller who asks now stops waiting. Milliseconds since the epoch. */
  deadline(): number {
    return this.clock.now() + RESOLVE_WAIT;
  }

  /** Whether a call is in progress; one that has not returned for very long is given up, and the handler is asked again. */
  isAsking(id: string): boolean {
    const since = this.asking.get(id)?.since;
    return since !== undefined && this.clock.now() - since < ABANDON_AFTER_MS;
  }

  /**
   * Asks the handler, and writes the outcome, also after the deadline. Resolves with what was written in time;
   * undefined = nothing was, or another call of this process is already asking. That lasts until the outcome is
   * written, so that a refund that failed is not asked for again in between.
   */
  async give<R>(refund: Refund, deadline: number, write: WriteRefund<R>): Promise<R | undefined> {
    const wait = deadline - this.clock.now();
    if (wait <= 0) return undefined;
    if (this.isAsking(refund.id)) {
      await Promise.race([this.asking.get(refund.id)?.over, this.clock.sleep(wait)]);
      return undefined;
    }
    let late = false;
    const answered = this.outcomeOf(refund);
    const written = answered.then((outcome) => write(outcome, late));
    this.note(refund.id, written);
    const waited = this.clock.sleep(wait).then(() => {
      late = true;
    });
    await Promise.race([answered, waited]);
    return late ? undefined : written;
  }

  /** A write that fails is reported to the caller that waits; the refund stays open, and is asked for again later. */
  private note(id: string, written: Promise<unknown>): void {
    const over = written
      .catch(() => undefined)
      .finally(() => {
        if (this.asking.get(id) === asking) this.asking.delete(id);
      });
    const asking = { since: this.clock.now(), over };
    this.asking.set(id, asking);
  }

  /** Without an answer the refund stays open. */
  private async outcomeOf(refund: Refund): Promise<RefundOutcome> {
    const outcome = await this.handlers.ask(refund, (handler, notes) => handler.refund(refund, notes), refundOutcome);
    return outcome ?? { state: 'pending' };
  }
}
