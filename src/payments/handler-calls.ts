import type { AccountOwner } from '../domain/payment/shop-account.js';
import type { Clock, HandlerContext, PaymentHandler, PaymentNotes, Store, StoreWriter } from '../ports.js';
import { NoAccount, PaymentAccounts } from './payment-accounts.js';
import { StoredNotes } from './stored-notes.js';

/** Attempt, capture or refund that a handler call is about. */
interface Subject {
  readonly id: string;
  readonly handler_id: string;
}

/** The parts of a handler's context that depend on the call. */
export interface CallPlace extends Pick<HandlerContext, 'shop' | 'return_url'> {
  /** Whose account the payment was or is to be made with. */
  readonly account: AccountOwner;
}

/** Storage of the handlers' notes, and of accounts and their secrets. */
export type HandlerStore = StoreWriter & Pick<Store, 'sealing'>;

/** Receives a handler's error, or the reason why its response is invalid, and the subject of the call. */
export type OnFault = (about: Subject, error: unknown) => void;

/** Calls payment handlers by their ids. */
export class HandlerCalls {
  readonly accounts: PaymentAccounts;
  private readonly handlers: ReadonlyMap<string, PaymentHandler>;
  private readonly store: StoreWriter;
  private readonly clock: Clock;
  private readonly onFault: OnFault;

  constructor(handlers: readonly PaymentHandler[], store: HandlerStore, clock: Clock, onFault: OnFault) {
    this.accounts = new PaymentAccounts(store, store.sealing);
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

  /**
   * Calls the handler of a subject and parses its response with `read` (outcomes.ts). Handlers are third-party code: if
   * one throws, returns an invalid response or no longer exists, the error is logged and the result is `undefined`.
   * Without the account of the payment, a call that can fail has failed, since no handler can carry it out.
   */
  async ask<Outcome>(
    about: Subject,
    { account: owner, ...place }: CallPlace,
    call: (handler: PaymentHandler, context: HandlerContext) => Promise<unknown>,
    read: (answer: unknown) => Outcome,
  ): Promise<Outcome | undefined> {
    try {
      const handler = this.handlers.get(about.handler_id);
      if (!handler) throw new Error(`this portal has no payment handler ${about.handler_id}: ${UNTIL_ENDED}`);
      const account = await this.accounts.open(handler, place.shop.id, owner).catch(rethrowUnlessAbsent);
      const context = account && { notes: this.notes(about.handler_id), account, ...place };
      return read(context ? await call(handler, context) : WITHOUT_ACCOUNT);
    } catch (error) {
      this.onFault(about, error);
      return undefined;
    }
  }
}

/** Advice about a handler that was removed. */
const UNTIL_ENDED = 'add it again until no payment needs it';

const WITHOUT_ACCOUNT = { state: 'failed', reason: 'the account through which the payment was made was removed' };

function rethrowUnlessAbsent(error: unknown): undefined {
  if (!(error instanceof NoAccount)) throw error;
}
