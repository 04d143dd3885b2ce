import type { Operation } from '../../../calls/define.js';
import { deletePaymentAccount } from '../../../operations/shop/delete-payment-account.js';
import { putPaymentAccount } from '../../../operations/shop/put-payment-account.js';
import { testPaymentAccount } from '../../../operations/shop/test-payment-account.js';
import { updateShopSettings } from '../../../operations/shop/update-shop-settings.js';

/** A button for a payment handler. */
export interface PaymentAction {
  readonly operation: Operation;
  /** True if money may go elsewhere by it, so that it needs a recent sign-in. */
  readonly movesMoney: boolean;
}

/** Buttons for a payment handler, by the last part of their URL. */
export const PAYMENT_ACTIONS = {
  set: { operation: putPaymentAccount, movesMoney: true },
  test: { operation: testPaymentAccount, movesMoney: false },
  remove: { operation: deletePaymentAccount, movesMoney: true },
  offer: { operation: updateShopSettings, movesMoney: true },
  withdraw: { operation: updateShopSettings, movesMoney: false },
} as const satisfies Readonly<Record<string, PaymentAction>>;

export type PaymentActionName = keyof typeof PAYMENT_ACTIONS;

export function isPaymentAction(name: string): name is PaymentActionName {
  return Object.hasOwn(PAYMENT_ACTIONS, name);
}
