import type { Clock, HandlerContext, PaymentAccount, PaymentHandler, PaymentNotes, StoreWriter } from '../ports.js';
import { StoredNotes } from './stored-notes.js';

/** Attempt, capture or refund that a handler call is about. */
interface Subject {
  readonly id: string;
  readonly handler_id: string;
}

/** The parts of a handler's context that depend on the call. */
export type CallPlace = Pick<HandlerContext, 'shop' | 'return_url'>;

/** Receives a handler's error, or the reason why its response is invalid, and the subject of the call. */
export type OnFault = (about: Subject, error: unknown) => void;

/** Calls payment handlers by their ids. */
export class HandlerCalls {
  private readonly handlers: ReadonlyMap<string, PaymentHandler>;
  private readonly store: StoreWriter;
  private readonly clock: Clock;
  private readonly onFault: OnFault;

  /** `store`: where the handlers' notes are stored. */
  constructor(handlers: readonly PaymentHandler[], store: StoreWriter, clock: Clock, onFault: OnFault) {
    this.handlers = new Map(handlers.map((handler) => [handler.description.id, handler]));
    this.store = store;
    this.clock = clock;
    this.onFault = onFault;
  }

  all(): PaymentHandler[] {
    return [...this.handlers.values()];
  }

  handler(id: string): PaymentHandler | undefined {
    return this.handlers.get(id);
  }

  notes(handlerId: string): PaymentNotes {
    return new StoredNotes(this.store, this.clock, handlerId);
  }

  /** Returns the account with which a handler works for a shop. */
  async account(handlerId: string, _shop: CallPlace['shop']): Promise<PaymentAccount> {
    return { owner: 'portal', settings: this.handlers.get(handlerId)?.portalAccount ?? {} };
  }

  /**
   * Calls the handler of a subject and parses its response with `read` (outcomes.ts). Handlers are third-party code: if
   * one throws, returns an invalid response or no longer exists, the error is logged and the result is `undefined`.
   */
  async ask<Outcome>(
    about: Subject,
    place: CallPlace,
    call: (handler: PaymentHandler, context: HandlerContext) => Promise<unknown>,
    read: (answer: unknown) => Outcome,
  ): Promise<Outcome | undefined> {
    try {
      const handler = this.handlers.get(about.handler_id);
      if (!handler) throw new Error(`this portal has no payment handler ${about.handler_id}`);
      const account = await this.account(about.handler_id, place.shop);
      return read(await call(handler, { notes: this.notes(about.handler_id), account, ...place }));
    } catch (error) {
      this.onFault(about, error);
      return undefined;
    }
  }
}
