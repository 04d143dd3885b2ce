import type { ErrorCode } from '../../domain/errors/portal-error.js';
import { displayAmount } from '../../domain/values/display.js';
import type { HandlerForms } from '../handler-forms.js';
import type { Face } from '../shop/face.js';
import type { Shown } from '../shop/shop-page.js';
import type { FieldErrors, Form } from './form.js';
import type { Read } from './read.js';

/** Everything that the page of a checkout is made from. */
export interface Seen extends Read {
  readonly shown: Shown & { readonly face: Face };
  readonly handlerForms: HandlerForms;
  /** What was typed and is not saved; empty when the page is opened. */
  readonly typed: Form;
  /** A button was pressed, and something was wrong. */
  readonly tried: boolean;
  readonly errors: FieldErrors;
  /** What went wrong with the last thing that was tried. */
  readonly problem: ErrorCode | undefined;
}

/** The text of an amount of the checkout, in the page's locale. */
export function moneyOf({ checkout, shown }: Pick<Seen, 'checkout' | 'shown'>): (amount: number) => string {
  return (amount) => displayAmount(amount, checkout.currency, shown.locale.tag);
}
