import type { Config } from '../../config.js';
import type { PaymentHandler } from '../../ports.js';
import { type HandlerFactory, type HandlerSetting, handlerFactory } from './handler-factory.js';
import { invoice } from './invoice.js';
import { makeSandboxCard } from './sandbox-card.js';

/** Every payment handler: a new one is its file and its line here (docs/payments.md). */
const FACTORIES: readonly HandlerFactory[] = [handlerFactory({}, () => invoice), handlerFactory({}, makeSandboxCard)];

/** The settings of handlers in the environment. */
export const HANDLER_SETTINGS: readonly HandlerSetting[] = FACTORIES.flatMap(({ settings }) => settings);

/**
 * The handlers that this portal is set up for.
 * @throws ConfigError when one has only a part of its settings
 */
export function makeHandlers({ handlerSettings }: Pick<Config, 'handlerSettings'>): PaymentHandler[] {
  return FACTORIES.flatMap((factory) => factory.make(handlerSettings) ?? []);
}
