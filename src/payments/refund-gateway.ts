import type { Clock, Refund, RefundOutcome } from '../ports.js';
import type { HandlerCalls } from './handler-calls.js';
import { refundOutcome } from './outcomes.js';
import { ABANDON_AFTER_MS, RESOLVE_WAIT } from './waits.js';

/** Writes an outcome. `late`: true if the caller no longer waits for the outcome. */
type WriteRefund<R> = (outcome: RefundOutcome, late: boolean) => Promise<R>;

/** A refund in flight in this process. */
interface Asking {
  readonly since: number;
  /** Resolves once the outcome has been written or writing it has failed. */
  readonly over: Promise<unknown>;
}

/** Requests refunds from payment handlers. In this process, each refund has at most one call that is not abandoned. */
export class RefundGateway {
  private readonly handlers: HandlerCalls;
  private readonly clock: Clock;
  private readonly asking = new Map<string, Asking>();

  constructor(handlers: HandlerCalls, clock: Clock) {
    this.handlers = handlers;
    this.clock = clock;
  }

  /** Returns the time until which a caller may wait for refunds, in milliseconds since the epoch. */
  deadline(): number {
    return this.clock.now() + RESOLVE_WAIT;
  }

  /**
   * True from the call of the handler until its outcome is written. After `ABANDON_AFTER_MS`, the call counts as
   * abandoned and the handler may be called again.
   */
  isAsking(id: string): boolean {
    const since = this.asking.get(id)?.since;
    return since !== undefined && this.clock.now() - since < ABANDON_AFTER_MS;
  }

  /**
   * Calls the handler, unless the deadline has passed, and writes its outcome, even if it arrives late. Resolves to the
   * result of the write, or to `undefined` if there was no outcome in time or another call for the refund is in flight.
   * The refund counts as in flight until its outcome is written, so that a refund that just failed is not repeated.
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

  /**
   * Tracks a refund until its outcome is written. If writing fails, the waiting caller gets the error, and the open
   * refund is requested again later.
   */
  private note(id: string, written: Promise<unknown>): void {
    const over = written
      .catch(() => undefined)
      .finally(() => {
        if (this.asking.get(id) === asking) this.asking.delete(id);
      });
    const asking = { since: this.clock.now(), over };
    this.asking.set(id, asking);
  }

  /** Calls the handler. Without a valid response the refund stays open. */
  private async outcomeOf(refund: Refund): Promise<RefundOutcome> {
    const outcome = await this.handlers.ask(refund, (handler, notes) => handler.refund(refund, notes), refundOutcome);
    return outcome ?? { state: 'pending' };
  }
}
