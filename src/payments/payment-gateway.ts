import type { Checkout } from '../domain/checkout/checkout.js';
import { PortalError } from '../domain/errors/portal-error.js';
import type { Payment } from '../domain/payment/payment.js';
import type { AccountOwner } from '../domain/payment/shop-account.js';
import type {
  AccountTest,
  Clock,
  Credential,
  HandlerContext,
  PaymentAccount,
  PaymentAttempt,
  PaymentHandler,
  PaymentNotes,
  PaymentOutcome,
  PaymentReport,
  PaymentToVoid,
  ProviderEvent,
  ProviderRequest,
  RenewalOutcome,
  Rows,
} from '../ports.js';
import { type CallPlace, HandlerCalls, type HandlerStore, type OnFault } from './handler-calls.js';
import { accountTest, attemptOutcome, renewalOutcome, voidOutcome } from './outcomes.js';
import type { PaymentAccounts } from './payment-accounts.js';
import { paymentReport, providerEvent } from './reports.js';
import { TransferGateway } from './transfer-gateway.js';
import { POLL, RESOLVE_WAIT } from './waits.js';
import { within } from './within.js';

/**
 * Writes an outcome. Each call supplies its own function, which can store the call's response in the same transaction.
 */
type WriteOutcome<R> = (outcome: PaymentOutcome) => Promise<R>;

/** Read access for a call that waits for a payment. */
interface Reading {
  read<R>(look: (rows: Rows) => R): Promise<R>;
}

type NotedPayment = Pick<Payment, 'id' | 'handler_id' | 'checkout_id'>;

/** Receives what an operator must know. */
interface GatewayNotices {
  readonly fault: OnFault;
  /** Called with a payment that succeeded after its end, and whose money was given back. */
  readonly lateSuccess: (payment: NotedPayment) => void;
  /** Called with a payment that was voided before, and whose void was repeated because it had no effect. */
  readonly voidWithoutEffect: (payment: NotedPayment) => void;
}

/**
 * Thrown when a handler failed to void a payment. The gateway has logged the failure; the handler will be called again
 * later.
 */
class HandlerDown extends PortalError {
  constructor() {
    super('unavailable', 'The payment could not be voided yet; it will be tried again.', 5);
  }
}

/**
 * Ignores the error of a handler that failed to void. Use it in `catch` where work can continue without the void.
 * @throws every other error, such as an unavailable database
 */
export function ignoreHandlerDown(error: unknown): void {
  if (!(error instanceof HandlerDown)) throw error;
}

/**
 * The second step of a payment, outside any transaction. Calls the handlers, and tracks the attempts that this process
 * is authorizing.
 */
export class PaymentGateway {
  readonly transfers: TransferGateway;
  private readonly handlers: HandlerCalls;
  private readonly clock: Clock;
  private readonly notices: GatewayNotices;
  private readonly calling = new Map<string, { isAwaited: boolean }>();

  constructor(handlers: readonly PaymentHandler[], store: HandlerStore, clock: Clock, notices: GatewayNotices) {
    this.handlers = new HandlerCalls(handlers, store, clock, notices.fault);
    this.notices = notices;
    this.clock = clock;
    this.transfers = new TransferGateway(this.handlers, clock);
  }

  all(): PaymentHandler[] {
    return this.handlers.all();
  }

  handler(id: string): PaymentHandler | undefined {
    return this.handlers.handler(id);
  }

  /** Returns the notes of a handler. */
  notes(handlerId: string): PaymentNotes {
    return this.handlers.notes(handlerId);
  }

  get accounts(): PaymentAccounts {
    return this.handlers.accounts;
  }

  /** Returns the account that a payment of the shop uses without its secrets; `undefined` if there is none. */
  async publicAccount(handlerId: string, shopId: string, owner?: AccountOwner): Promise<PaymentAccount | undefined> {
    const handler = this.handler(handlerId);
    return handler && this.accounts.publicAccount(handler, shopId, owner);
  }

  /**
   * Authorizes an attempt and writes its outcome. Resolves to `undefined` if this takes longer than `RESOLVE_WAIT`; the
   * outcome is then still written later.
   */
  async authorize<R>(
    attempt: PaymentAttempt,
    place: CallPlace,
    credential: Credential | undefined,
    write: WriteOutcome<R>,
  ): Promise<R | undefined> {
    const call = { isAwaited: true };
    this.calling.set(attempt.id, call);
    const authorize = (handler: PaymentHandler, context: HandlerContext) =>
      handler.authorize(attempt, credential, context);
    // Without a valid response the attempt stays open, and the handler is asked again later.
    const written = this.handlers
      .ask(attempt, place, authorize, attemptOutcome)
      .then((outcome) => outcome ?? ({ state: 'pending' } as const))
      .then(write)
      .finally(() => this.calling.delete(attempt.id));
    // The race below reports a failure to the caller. After a timeout nobody awaits `written`, so its rejection is
    // ignored here; an unhandled rejection would end the process.
    written.catch(() => undefined);
    return this.within(written, () => {
      call.isAwaited = false;
      return undefined;
    });
  }

  /** True while a call of this process authorizes the attempt and has not written its outcome. */
  isAuthorizing(attemptId: string): boolean {
    return this.calling.has(attemptId);
  }

  /** True while a call of this process authorizes the attempt, and will return its outcome. */
  isAwaited(attemptId: string): boolean {
    return this.calling.get(attemptId)?.isAwaited === true;
  }

  /**
   * Finds the outcome of an attempt that may stay open until `deadline`. Returns `'void'` if it must be voided,
   * `undefined` if there is none yet.
   */
  async inquire(
    attempt: PaymentAttempt,
    place: CallPlace,
    deadline: number,
  ): Promise<PaymentOutcome | 'void' | undefined> {
    const isOver = () => this.clock.now() >= deadline;
    if (this.isAuthorizing(attempt.id)) return isOver() ? 'void' : undefined;
    // Without a response nothing is known: the buyer's action may still be open.
    const outcome = await this.askStatus(attempt, place, attemptOutcome);
    if (outcome?.state === 'authorized' || outcome?.state === 'declined') return outcome;
    if (isOver()) return 'void';
    return outcome?.state === 'unknown' ? undefined : outcome;
  }

  /** Reads all that the provider knows about a payment. Resolves to `undefined` without a valid response in time. */
  report(attempt: PaymentAttempt, place: CallPlace): Promise<PaymentReport | undefined> {
    return this.askStatus(attempt, place, (answer) => paymentReport(answer, attempt));
  }

  /**
   * Verifies an event of a provider, also with secrets that the shop has replaced within a day. Resolves to `undefined`
   * if its signature is wrong.
   * @throws PortalError `unavailable` without a valid response of the handler in time
   */
  async receive(handlerId: string, request: ProviderRequest, place: CallPlace): Promise<ProviderEvent | undefined> {
    const about = { id: place.shop.id, handler_id: handlerId };
    const receive = async (handler: PaymentHandler, context: HandlerContext) => {
      const event = await handler.receive?.(request, context);
      if (event || place.account === 'portal') return event;
      const former = await this.accounts.openFormer(handler, place.shop.id, this.now());
      return former && handler.receive?.(request, { ...context, account: former });
    };
    const answer = await this.within(
      this.handlers.ask(about, place, receive, (event) => ({ event: providerEvent(event) })),
      () => undefined,
    );
    if (!answer) throw new PortalError('unavailable', 'The event could not be verified; send it again.', 5);
    return answer.event;
  }

  /** Extends an authorization if the handler can. Resolves to `undefined` without a valid response in time. */
  async renew(attempt: PaymentAttempt, place: CallPlace): Promise<RenewalOutcome | undefined> {
    if (!this.handler(attempt.handler_id)?.renew) return { state: 'failed', reason: 'it cannot be renewed' };
    return this.within(
      this.handlers.ask(attempt, place, async (handler, context) => handler.renew?.(attempt, context), renewalOutcome),
      () => undefined,
    );
  }

  /**
   * Voids a payment with its handler.
   * @throws PortalError `unavailable` if the handler fails; voiding is retried later
   */
  async void({ id, handler_id, amount, currency }: PaymentToVoid, place: CallPlace): Promise<void> {
    const payment = { id, handler_id, amount, currency };
    // A handler that no longer exists also counts as failed: it may have authorized the attempt, so the attempt must
    // not count as voided.
    const voiding = (handler: PaymentHandler, context: HandlerContext) =>
      this.within(handler.void(payment, context), () => {
        throw new Error('the handler did not answer');
      });
    if (!(await this.handlers.ask(payment, place, voiding, voidOutcome))) throw new HandlerDown();
  }

  /** Tests an account of the shop or the operator. */
  async testAccount(handlerId: string, place: CallPlace): Promise<AccountTest> {
    if (!this.handler(handlerId)?.testAccount)
      return { state: 'unusable', reason: 'the payment handler cannot test accounts' };
    const about = { id: place.shop.id, handler_id: handlerId };
    const test = await this.within(
      this.handlers.ask(about, place, async (handler, context) => handler.testAccount?.(context), accountTest),
      () => undefined,
    );
    return test ?? { state: 'unusable', reason: 'the payment handler did not answer; the log of the portal says why' };
  }

  /** Tells the operator of a payment that succeeded after its end. */
  noteLateSuccess(payment: NotedPayment): void {
    this.notices.lateSuccess(payment);
  }

  /** Tells the operator of a payment that its handler has voided, but that still is or can be charged. */
  noteVoidWithoutEffect(payment: NotedPayment): void {
    this.notices.voidWithoutEffect(payment);
  }

  /**
   * Returns the current time, in milliseconds since the epoch. It is stored as the time of a handler's response.
   */
  now(): number {
    return this.clock.now();
  }

  /**
   * Waits until this or another process has resolved the checkout's open attempt or it waits for the buyer, but at most
   * for `RESOLVE_WAIT`.
   */
  async waitUntilResolved(by: Reading, checkoutId: string, attemptId: string): Promise<void> {
    for (let waited = 0; waited < RESOLVE_WAIT; waited += POLL) {
      const checkout = await by.read((rows) => rows.get('checkout', checkoutId));
      if (!isPaying(checkout, attemptId) || checkout?.attempt?.action) return;
      await this.clock.sleep(POLL);
    }
  }

  /** Resolves to the handler's response, or to the result of `late` after `RESOLVE_WAIT`. */
  private within<R, L>(answer: Promise<R>, late: () => L): Promise<R | L> {
    return within(this.clock, RESOLVE_WAIT, answer, late);
  }

  /** Asks the handler for the status of an attempt. Resolves to `undefined` without a valid response in time. */
  private askStatus<R>(
    attempt: PaymentAttempt,
    place: CallPlace,
    read: (answer: unknown) => R,
  ): Promise<R | undefined> {
    const status = (handler: PaymentHandler, context: HandlerContext) => handler.status(attempt, context);
    return this.within(this.handlers.ask(attempt, place, status, read), () => undefined);
  }
}

export function isPaying(checkout: Checkout | undefined, attemptId: string): boolean {
  return checkout?.state === 'paying' && checkout.attempt?.id === attemptId;
}
