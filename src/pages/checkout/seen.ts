import type { ErrorCode } from '../../domain/errors/portal-error.js';
import { displayAmount } from '../../domain/values/display.js';
import type { HandlerForms } from '../handler-forms.js';
import type { Face } from '../shop/face.js';
import type { Shown } from '../shop/shop-page.js';
import type { FieldErrors, Form } from './form.js';
import type { Read } from './read.js';

/** All inputs of the checkout page. */
export interface Seen extends Read {
  readonly shown: Shown & { readonly face: Face };
  readonly handlerForms: HandlerForms;
  /** Units of one line that the shop allows. */
  readonly maxQuantity: number;
  /** Unsaved entries; empty when the page is opened. */
  readonly typed: Form;
  /** True after a failed action. */
  readonly tried: boolean;
  /** True from the first attempt to continue until it succeeds: every save reports what is missing. */
  readonly isContinuing: boolean;
  readonly errors: FieldErrors;
  /** Labels of the fields by name, in the order of the page; each part adds its own. */
  readonly labels: Map<string, string>;
  /** Error of the last action. */
  readonly problem: ErrorCode | undefined;
}

/** Formats an amount of the checkout in the page's locale. */
export function moneyOf({ checkout, shown }: Pick<Seen, 'checkout' | 'shown'>): (amount: number) => string {
  return (amount) => displayAmount(amount, checkout.currency, shown.locale.tag);
}
