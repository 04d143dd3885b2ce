import type { Clock, Refund, RefundOutcome } from '../ports.js';
import type { HandlerCalls } from './handler-calls.js';
import { refundOutcome } from './outcomes.js';
import { ABANDON_AFTER_MS, RESOLVE_WAIT } from './waits.js';

/** Writes an outcome. `late` if the caller no longer waits. */
type WriteRefund<R> = (outcome: RefundOutcome, late: boolean) => Promise<R>;

/** A refund in flight in this process. */
interface Asking {
  readonly since: number;
  /** Resolves when the outcome was written or could not be written. */
  readonly over: Promise<unknown>;
}

/** Requests refunds from payment handlers, one call at a time per refund in this process. */
export class RefundGateway {
  private readonly handlers: HandlerCalls;
  private readonly clock: Clock;
  private readonly asking = new Map<string, Asking>();

  constructor(handlers: HandlerCalls, clock: Clock) {
    this.handlers = handlers;
    this.clock = clock;
  }

  /** Time until which a caller waits. Milliseconds since the epoch. */
  deadline(): number {
    return this.clock.now() + RESOLVE_WAIT;
  }

  /** True while a call is in flight. A call that hangs for very long is abandoned, and the handler is called again. */
  isAsking(id: string): boolean {
    const since = this.asking.get(id)?.since;
    return since !== undefined && this.clock.now() - since < ABANDON_AFTER_MS;
  }

  /**
   * Calls the handler and writes the outcome, even after the deadline. Resolves with the outcome written in time;
   * `undefined` if there was none, or another call of this process is in flight. A refund stays in flight until its
   * outcome is written, so that a failed one is not requested again in between.
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

  /** A failed write is reported to a waiting caller; the refund stays open and is requested again later. */
  private note(id: string, written: Promise<unknown>): void {
    const over = written
      .catch(() => undefined)
      .finally(() => {
        if (this.asking.get(id) === asking) this.asking.delete(id);
      });
    const asking = { since: this.clock.now(), over };
    this.asking.set(id, asking);
  }

  /** Without a response the refund stays open. */
  private async outcomeOf(refund: Refund): Promise<RefundOutcome> {
    const outcome = await this.handlers.ask(refund, (handler, notes) => handler.refund(refund, notes), refundOutcome);
    return outcome ?? { state: 'pending' };
  }
}
