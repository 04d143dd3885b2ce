import { ConfigError, type Setting } from '../../config.js';
import type { PaymentHandler } from '../../ports.js';

/** A handler's setting. It has no flag, since other users of a machine can read command lines. */
export interface HandlerSetting extends Omit<Setting, 'flag'> {
  readonly env: `PORTAL_${string}`;
}

/** Creates a handler from its settings. */
export interface HandlerFactory {
  readonly settings: readonly HandlerSetting[];
  /**
   * The handler; `undefined` if none of its settings is given.
   * @param given settings by environment variable
   * @throws ConfigError when some settings are given, but one without a default is missing
   */
  make(given: Readonly<Record<string, string>>): PaymentHandler | undefined;
}

/** Declares a handler's settings. `make` receives their values under the names used here. */
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
