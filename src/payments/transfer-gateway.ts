import type { Capture, CaptureOutcome, Clock, Refund, RefundOutcome } from '../ports.js';
import type { CallPlace, HandlerCalls } from './handler-calls.js';
import { captureOutcome, refundOutcome } from './outcomes.js';
import { ABANDON_AFTER_MS, RESOLVE_WAIT } from './waits.js';
import { within } from './within.js';

/** Writes an outcome. `late`: true if the caller no longer waits for the outcome. */
type WriteOutcome<Outcome, R> = (outcome: Outcome, late: boolean) => Promise<R>;

/** A refund or capture to request. The call resolves to `pending` without a valid response. */
export interface Transfer<Outcome> {
  readonly id: string;
  request(): Promise<Outcome>;
}

/** A refund or capture in flight in this process. */
interface InFlight {
  readonly since: number;
  /** Resolves once the outcome has been written or writing it has failed. */
  readonly over: Promise<unknown>;
}

/**
 * Requests refunds and captures from payment handlers. In this process, each of them has at most one call that is not
 * abandoned.
 */
export class TransferGateway {
  private readonly handlers: HandlerCalls;
  private readonly clock: Clock;
  private readonly inFlight = new Map<string, InFlight>();

  constructor(handlers: HandlerCalls, clock: Clock) {
    this.handlers = handlers;
    this.clock = clock;
  }

  /** Returns the time until which a caller may wait for outcomes, in milliseconds since the epoch. */
  deadline(): number {
    return this.clock.now() + RESOLVE_WAIT;
  }

  /**
   * True from the call of the handler until its outcome is written. After `ABANDON_AFTER_MS`, the call counts as
   * abandoned and the handler may be called again.
   */
  isInFlight(id: string): boolean {
    const since = this.inFlight.get(id)?.since;
    return since !== undefined && this.clock.now() - since < ABANDON_AFTER_MS;
  }

  refund(refund: Refund, place: CallPlace): Transfer<RefundOutcome> {
    const request = () =>
      this.handlers.ask(refund, place, (handler, context) => handler.refund(refund, context), refundOutcome);
    return { id: refund.id, request: async () => (await request()) ?? { state: 'pending' } };
  }

  capture(capture: Capture, place: CallPlace): Transfer<CaptureOutcome> {
    const request = () =>
      this.handlers.ask(
        capture,
        place,
        async (handler, context) => {
          if (!handler.capture) throw new Error(`the payment handler ${capture.handler_id} cannot capture`);
          return handler.capture(capture, context);
        },
        (answer) => captureOutcome(answer, capture),
      );
    return { id: capture.id, request: async () => (await request()) ?? { state: 'pending' } };
  }

  /**
   * Calls the handler, unless the deadline has passed, and writes its outcome, even if it arrives late. Resolves to the
   * result of the write, or to `undefined` if there was no outcome in time or another call for the transfer is in
   * flight. It counts as in flight until its outcome is written, so that one that just failed is not repeated.
   */
  async perform<Outcome, R>(
    { id, request }: Transfer<Outcome>,
    deadline: number,
    write: WriteOutcome<Outcome, R>,
  ): Promise<R | undefined> {
    const wait = deadline - this.clock.now();
    if (wait <= 0) return undefined;
    if (this.isInFlight(id)) {
      await within(this.clock, wait, Promise.resolve(this.inFlight.get(id)?.over), () => undefined);
      return undefined;
    }
    let late = false;
    const answered = request();
    const written = answered.then((outcome) => write(outcome, late));
    this.track(id, written);
    await within(this.clock, wait, answered, () => {
      late = true;
    });
    return late ? undefined : written;
  }

  /**
   * Tracks a transfer until its outcome is written. If writing fails, the waiting caller gets the error, and the open
   * transfer is requested again later.
   */
  private track(id: string, written: Promise<unknown>): void {
    const over = written
      .catch(() => undefined)
      .finally(() => {
        if (this.inFlight.get(id) === transfer) this.inFlight.delete(id);
      });
    const transfer = { since: this.clock.now(), over };
    this.inFlight.set(id, transfer);
  }
}
