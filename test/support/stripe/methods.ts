import type { Behavior, Method } from './objects.js';

interface TestMethod {
  readonly type: string;
  readonly behavior: Behavior;
}

const card = (behavior: Behavior): TestMethod => ({ type: 'card', behavior });
const declined = (decline_code: string) => card({ ends: 'declined', code: 'card_declined', decline_code });

/** Stripe's public test payment methods and tokens, as far as tests use them. */
const TEST_METHODS: Readonly<Record<string, TestMethod>> = {
  pm_card_visa: card({ ends: 'paid' }),
  pm_card_visa_chargeDeclined: declined('generic_decline'),
  pm_card_visa_chargeDeclinedInsufficientFunds: declined('insufficient_funds'),
  pm_card_visa_chargeDeclinedLostCard: declined('lost_card'),
  pm_card_chargeDeclinedExpiredCard: card({ ends: 'declined', code: 'expired_card' }),
  pm_card_authenticationRequired: card({ ends: 'authentication' }),
  pm_usBankAccount_processing: { type: 'us_bank_account', behavior: { ends: 'processing' } },
  tok_visa: card({ ends: 'paid' }),
  tok_visa_chargeDeclined: declined('generic_decline'),
};

/** Returns a test payment method, or the one that a test token stands for. */
export function testMethod(id: string): Method | undefined {
  const found = Object.hasOwn(TEST_METHODS, id) ? TEST_METHODS[id] : undefined;
  return found && { id, object: 'payment_method', ...found };
}
