import type { Config } from '../config.js';
import { writeEvents } from '../outbox/write-events.js';
import { loadHandlers } from '../payments/handlers/load-handlers.js';
import type { Ids, PaymentHandler, Store } from '../ports.js';
import type { OpenedStore } from '../store/open-store.js';
import { wrapDecisions } from '../store/wrap-decisions.js';
import { Sites } from '../ucp/site/sites.js';
import { orderListeners } from '../ucp/webhooks/order-listener.js';
import type { ViewSettings } from '../view/checkout-view.js';
import { makeLinks } from '../view/links.js';
import { linkUrl } from './serving-file.js';

/** Database access of commands. */
export interface CommandStore extends Store, Pick<OpenedStore, 'adoptLog' | 'abandonLog' | 'logName'> {
  /**
   * Returns the payment handlers of the portal.
   * @throws ConfigError if one cannot be made
   */
  paymentHandlers(): readonly PaymentHandler[];
  /** Links and payment handlers, as events and notices show them. */
  readonly view: Omit<ViewSettings, 'language'>;
}

/**
 * Wraps a database so that changes by commands produce the same events as changes by a portal. A running portal
 * delivers these events.
 */
export async function commandStore(
  store: OpenedStore,
  ids: Ids,
  now: () => number,
  config: Config,
): Promise<CommandStore> {
  // Only events need the handlers, so other commands work even if a handler cannot be made.
  const [loaded] = await Promise.allSettled([loadHandlers(config)]);
  const paymentHandlers = () => {
    if (loaded.status === 'rejected') throw loaded.reason;
    return loaded.value;
  };
  const view = {
    links: makeLinks(() => linkUrl(config), store.secret('links')),
    get handlers() {
      return paymentHandlers().map(({ description }) => description);
    },
  };
  const mailSecret = config.mailServer && store.secret('mail');
  const sites = new Sites({ store, clock: { now }, publicUrl: view.links.publicUrl, linksAccounts: config.oauth });
  const events = writeEvents({
    ids,
    now,
    view,
    findListener: orderListeners(sites),
    mailSecret,
    hasOperator: config.operatorMail !== undefined,
  });
  return Object.assign(wrapDecisions(store, [events]), {
    paymentHandlers,
    view,
    logName: store.logName,
    adoptLog: (organizationId: string, at: number) => store.adoptLog(organizationId, at),
    abandonLog: (organizationId: string) => store.abandonLog(organizationId),
  });
}
