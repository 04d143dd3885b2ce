import type { Config } from '../../config.js';
import type { HandlerSetting } from '../../payment-handler.js';
import type { PaymentHandler } from '../../ports.js';
import { type HandlerFactory, handlerFactory } from './handler-factory.js';
import { invoice } from './invoice.js';
import { makeSandboxCard } from './sandbox-card.js';
import { stripe } from './stripe/factory.js';

/** All payment handlers. To add one, create its file and list it here (docs/payment-handlers.md). */
const FACTORIES: readonly HandlerFactory[] = [
  handlerFactory({}, () => invoice),
  handlerFactory({}, makeSandboxCard),
  stripe,
];

/** Settings of all handlers, by environment variable. */
export const HANDLER_SETTINGS: readonly HandlerSetting[] = FACTORIES.flatMap(({ settings }) => settings);

/**
 * Creates the handlers that are configured for this portal.
 * @throws ConfigError if some settings of a handler are given but a required one is missing
 */
export function makeHandlers({ handlerSettings }: Pick<Config, 'handlerSettings'>): PaymentHandler[] {
  return FACTORIES.flatMap((factory) => factory.make(handlerSettings) ?? []);
}
