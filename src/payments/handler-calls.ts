import type { Clock, PaymentHandler, PaymentNotes, StoreWriter } from '../ports.js';
import { StoredNotes } from './stored-notes.js';

/** What a handler is asked about: an attempt or a refund. */
interface Subject {
  readonly id: string;
  readonly handler_id: string;
}

/** Called with what a handler threw, or why its answer was not valid, and for which attempt or refund. */
export type OnFault = (about: Subject, error: unknown) => void;

/** The payment handlers of a portal, by id, and the one way to call them. */
export class HandlerCalls {
  private readonly handlers: ReadonlyMap<string, PaymentHandler>;
  private readonly store: StoreWriter;
  private readonly clock: Clock;
  private readonly onFault: OnFault;

  /** `store` has what handlers keep. */
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

  /**
   * Calls the handler of an attempt or refund, and reads its answer with `read` (outcomes.ts). Handlers are others' code:
   * one that throws, answers what the port does not know, or no longer exists counts as no answer. That is logged, and
   * the result is undefined.
   */
  async ask<Outcome>(
    about: Subject,
    call: (handler: PaymentHandler, notes: PaymentNotes) => Promise<unknown>,
    read: (answer: unknown) => Outcome,
  ): Promise<Outcome | undefined> {
    try {
      const handler = this.handlers.get(about.handler_id);
      if (!handler) throw new Error(`this portal has no payment handler ${about.handler_id}`);
      return read(await call(handler, new StoredNotes(this.store, this.clock, about.handler_id)));
    } catch (error) {
      this.onFault(about, error);
      return undefined;
    }
  }
}
