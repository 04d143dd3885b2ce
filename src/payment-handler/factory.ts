import type { PaymentHandler } from '../ports/payment.js';
import { isRecord, isText } from './values.js';

/**
 * A setting of a handler: an environment variable. It has no command-line flag, since other users of the machine can
 * read command lines.
 */
export interface HandlerSetting {
  readonly env: `PORTAL_${string}`;
  /** Says in a few words what the setting is. */
  readonly help: string;
  /** Default; without it, the setting is required. */
  readonly fallback?: string;
}

/** A handler that is made from settings. */
export interface PaymentHandlerFactory<Name extends string = string> {
  readonly settings: Readonly<Record<Name, HandlerSetting>>;
  /** Makes the handler. `setting` returns the value of a setting, or its default. */
  make(setting: (name: Name) => string): PaymentHandler;
}

/** Finds what keeps a value from being a factory: a sentence for each problem. */
export function findFactoryProblems(factory: unknown): string[] {
  return isRecord(factory) ? [...factoryProblems(factory)] : ['the factory must be an object'];
}

function* factoryProblems({ settings, make }: Readonly<Record<string, unknown>>): Generator<string> {
  if (typeof make !== 'function') yield 'make must be a function';
  if (!isRecord(settings)) {
    yield 'settings must be an object';
    return;
  }
  for (const [name, setting] of Object.entries(settings)) {
    const at = `settings.${name}`;
    if (!isRecord(setting)) {
      yield `${at} must be an object`;
      continue;
    }
    if (typeof setting.env !== 'string' || !/^PORTAL_[A-Z0-9_]+$/.test(setting.env))
      yield `${at}.env must be a name such as PORTAL_ACME_KEY`;
    if (!isText(setting.help, 500)) yield `${at}.help must be a text that says what the setting is`;
    if (setting.fallback !== undefined && typeof setting.fallback !== 'string') yield `${at}.fallback must be a text`;
  }
}
