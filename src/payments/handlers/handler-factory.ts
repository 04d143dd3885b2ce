import { ConfigError } from '../../config.js';
import type { HandlerSetting } from '../../payment-handler.js';
import type { PaymentHandler } from '../../ports.js';

/** Creates a payment handler from its settings. */
export interface HandlerFactory {
  readonly settings: readonly HandlerSetting[];
  /**
   * Creates the handler; `undefined` if it has a required setting and none of its settings is given.
   * @param given settings by environment variable
   * @throws ConfigError if some settings are given but a required one is missing
   */
  make(given: Readonly<Record<string, string>>): PaymentHandler | undefined;
}

/** Declares the settings of a handler. `make` receives their values under the names in this declaration. */
export function handlerFactory<Name extends string>(
  settings: Readonly<Record<Name, HandlerSetting>>,
  make: (setting: (name: Name) => string) => PaymentHandler,
): HandlerFactory {
  const all = Object.values<HandlerSetting>(settings);
  return {
    settings: all,
    make(given) {
      const read = ({ env, fallback }: HandlerSetting) => given[env] ?? fallback;
      const missing = all.find((setting) => read(setting) === undefined);
      if (!missing) return make((name) => read(settings[name]) ?? '');
      const found = all.find(({ env }) => given[env] !== undefined);
      if (!found) return undefined;
      throw new ConfigError(`${missing.env} must be set (${missing.help}), because ${found.env} is set`);
    },
  };
}
