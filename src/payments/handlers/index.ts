import type { Config } from '../../config.js';
import type { PaymentHandler } from '../../ports.js';
import { type HandlerFactory, type HandlerSetting, handlerFactory } from './handler-factory.js';
import { invoice } from './invoice.js';
import { makeSandboxCard } from './sandbox-card.js';

/** All payment handlers. A new one needs its file and its line here (docs/payments.md). */
const FACTORIES: readonly HandlerFactory[] = [handlerFactory({}, () => invoice), handlerFactory({}, makeSandboxCard)];

/** Settings of all handlers, by environment variable. */
export const HANDLER_SETTINGS: readonly HandlerSetting[] = FACTORIES.flatMap(({ settings }) => settings);

/**
 * Handlers configured for this portal.
 * @throws ConfigError when one has only some of its settings
 */
export function makeHandlers({ handlerSettings }: Pick<Config, 'handlerSettings'>): PaymentHandler[] {
  return FACTORIES.flatMap((factory) => factory.make(handlerSettings) ?? []);
}
