import { PaymentGateway } from '../payments/payment-gateway.js';
import type { PaymentHandler, Store } from '../ports.js';
import { systemClock } from '../system.js';
import type { Cli } from './command.js';

/** Creates the gateway through which a command calls payment handlers. Their faults go to stderr. */
export function commandGateway({ output }: Cli, store: Store, handlers: readonly PaymentHandler[]): PaymentGateway {
  return new PaymentGateway(handlers, store, systemClock, {
    fault: (_about, error) => output.err(error instanceof Error ? error.message : String(error)),
    lateSuccess: () => undefined,
    voidWithoutEffect: () => undefined,
  });
}
