import type { PaymentHandler } from '../ports/payment.js';
import { findFactoryProblems, type HandlerSetting, type PaymentHandlerFactory } from './factory.js';
import { findHandlerProblems } from './handler-problems.js';

/** An object that is not a valid handler. The message has one line for each problem. */
export class InvalidPaymentHandler extends Error {
  override readonly name = 'InvalidPaymentHandler';
  /** A sentence for each problem, which names the member. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`this is not a valid payment handler:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/**
 * Checks a payment handler, and returns it unchanged.
 * @throws InvalidPaymentHandler
 */
export function definePaymentHandler(handler: PaymentHandler): PaymentHandler;
/**
 * Declares a handler that needs settings. `make` gets their values under the names in this declaration, and the handler
 * it returns is checked.
 * @throws InvalidPaymentHandler for an invalid declaration; `make` throws it for an invalid handler
 */
export function definePaymentHandler<Name extends string>(
  settings: Readonly<Record<Name, HandlerSetting>>,
  make: (setting: (name: Name) => string) => PaymentHandler,
): PaymentHandlerFactory<Name>;
export function definePaymentHandler(
  first: PaymentHandler | Readonly<Record<string, HandlerSetting>>,
  make?: PaymentHandlerFactory['make'],
): unknown {
  if (make === undefined) return withoutProblems(first, findHandlerProblems(first));
  const factory = {
    settings: first,
    make(setting: (name: string) => string) {
      const handler = make(setting);
      return withoutProblems(handler, findHandlerProblems(handler));
    },
  };
  return withoutProblems(factory, findFactoryProblems({ settings: first, make }));
}

function withoutProblems<T>(value: T, problems: readonly string[]): T {
  if (problems.length > 0) throw new InvalidPaymentHandler(problems);
  return value;
}
