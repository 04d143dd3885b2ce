import type { ErrorCode } from '../../domain/errors/portal-error.js';
import type { Face } from '../../domain/shop/face.js';
import { displayAmount } from '../../domain/values/display.js';
import type { HandlerForms } from '../handler-forms.js';
import type { Shown } from '../shop/shop-page.js';
import type { FieldErrors, Form } from './form.js';
import type { PaymentClients } from './payment-clients.js';
import type { Read } from './read.js';

/** Everything that the checkout page is rendered from. */
export interface Seen extends Read {
  readonly shown: Shown & { readonly face: Face };
  readonly handlerForms: HandlerForms;
  readonly clients: PaymentClients;
  /** Maximum units that the shop allows per line. */
  readonly maxQuantity: number;
  /** Unsaved entries; empty when the page is first opened. */
  readonly typed: Form;
  /** True after an action failed. */
  readonly tried: boolean;
  /** True from the first attempt to continue until one succeeds. Meanwhile, every save reports what is missing. */
  readonly isContinuing: boolean;
  readonly errors: FieldErrors;
  /** Labels of the fields by name, in page order. Each part adds its labels. */
  readonly labels: Map<string, string>;
  /** Error of the last action. */
  readonly problem: ErrorCode | undefined;
}

/** Formats an amount of the checkout in the page's locale. */
export function moneyOf({ checkout, shown }: Pick<Seen, 'checkout' | 'shown'>): (amount: number) => string {
  return (amount) => displayAmount(amount, checkout.currency, shown.locale.tag);
}
