import type { Attempt, Checkout } from '../domain/checkout/checkout.js';
import { PortalError } from '../domain/errors/portal-error.js';
import type {
  Clock,
  Credential,
  PaymentHandler,
  PaymentNotes,
  PaymentOutcome,
  PaymentToVoid,
  Rows,
  StoreWriter,
} from '../ports.js';
import { HandlerCalls, type OnFault } from './handler-calls.js';
import { paymentOutcome, voidOutcome } from './outcomes.js';
import { RefundGateway } from './refund-gateway.js';
import { ABANDON_AFTER_MS, POLL, RESOLVE_WAIT } from './waits.js';

/** Writes an outcome; created per call, so that the write can include the call's stored response. */
type WriteOutcome<R> = (outcome: PaymentOutcome) => Promise<R>;

/** Read access of a caller that waits for a payment. */
interface Reading {
  read<R>(look: (rows: Rows) => R): Promise<R>;
}

/** A handler failed to void a payment. The gateway logged it and will call the handler again. */
class HandlerDown extends PortalError {
  constructor() {
    super('unavailable', 'The payment could not be voided yet; it will be tried again.', 5);
  }
}

/**
 * For `catch`: ignores an unavailable handler when work can continue without it.
 * @throws every other error, such as an unavailable database
 */
export function ignoreHandlerDown(error: unknown): void {
  if (!(error instanceof HandlerDown)) throw error;
}

/**
 * Second step of a payment, outside transactions: calls handlers and tracks the attempts this process is waiting for.
 */
export class PaymentGateway {
  readonly refunds: RefundGateway;
  private readonly handlers: HandlerCalls;
  private readonly clock: Clock;
  private readonly calling = new Set<string>();

  constructor(handlers: readonly PaymentHandler[], store: StoreWriter, clock: Clock, onFault: OnFault) {
    this.handlers = new HandlerCalls(handlers, store, clock, onFault);
    this.clock = clock;
    this.refunds = new RefundGateway(this.handlers, clock);
  }

  all(): PaymentHandler[] {
    return this.handlers.all();
  }

  handler(id: string): PaymentHandler | undefined {
    return this.handlers.handler(id);
  }

  /**
   * Authorizes and writes the outcome. Resolves with `undefined` if the handler does not respond in time; a later
   * response is still written.
   */
  async authorize<R>(
    attempt: Attempt,
    credential: Credential | undefined,
    write: WriteOutcome<R>,
  ): Promise<R | undefined> {
    this.calling.add(attempt.id);
    const written = this.ask(attempt, (handler, notes) => handler.authorize(attempt, credential, notes))
      .then(write)
      .finally(() => this.calling.delete(attempt.id));
    // A failure reaches the waiting caller; if nobody waits, it must not end the process.
    written.catch(() => undefined);
    return Promise.race([written, this.clock.sleep(RESOLVE_WAIT).then(() => undefined)]);
  }

  /** Current outcome of an attempt, `'void'` if it must be voided, or `undefined` if it stays open for now. */
  async inquire(attempt: Attempt): Promise<PaymentOutcome | 'void' | undefined> {
    if (attempt.voiding) return 'void';
    const age = this.clock.now() - attempt.started_at;
    if (this.calling.has(attempt.id)) return age >= ABANDON_AFTER_MS ? 'void' : undefined;
    const outcome = await this.within(
      this.ask(attempt, (handler, notes) => handler.status(attempt, notes)),
      () => ({ state: 'pending' }) as const,
    );
    if (outcome.state === 'unknown' || outcome.state === 'pending') return age >= ABANDON_AFTER_MS ? 'void' : undefined;
    return outcome;
  }

  /** @throws PortalError `unavailable` when the handler fails; voiding is retried later */
  async void(attempt: PaymentToVoid): Promise<void> {
    // An absent handler may have authorized the attempt, so it must not be abandoned.
    const voiding = (handler: PaymentHandler, notes: PaymentNotes) =>
      this.within(handler.void(attempt, notes), () => {
        throw new Error('the handler did not answer');
      });
    if (!(await this.handlers.ask(attempt, voiding, voidOutcome))) throw new HandlerDown();
  }

  /** Time of a handler's response, for the writes of its outcome. Milliseconds since the epoch. */
  now(): number {
    return this.clock.now();
  }

  /** Waits until any process has resolved the checkout's open attempt, or the wait is over. */
  async resolved(by: Reading, checkoutId: string, attemptId: string): Promise<void> {
    for (let waited = 0; waited < RESOLVE_WAIT; waited += POLL) {
      const checkout = await by.read((rows) => rows.get('checkout', checkoutId));
      if (!isPaying(checkout, attemptId)) return;
      await this.clock.sleep(POLL);
    }
  }

  /** The handler's response, or the given value if it is late. */
  private within<R, L>(answer: Promise<R>, late: () => L): Promise<R | L> {
    return Promise.race([answer, this.clock.sleep(RESOLVE_WAIT).then(late)]);
  }

  /** Without a response the attempt stays open, and the handler is called again later. */
  private async ask(
    attempt: Attempt,
    call: (handler: PaymentHandler, notes: PaymentNotes) => Promise<PaymentOutcome>,
  ): Promise<PaymentOutcome> {
    return (await this.handlers.ask(attempt, call, paymentOutcome)) ?? { state: 'pending' };
  }
}

export function isPaying(checkout: Checkout | undefined, attemptId: string): boolean {
  return checkout?.state === 'paying' && checkout.attempt?.id === attemptId;
}
