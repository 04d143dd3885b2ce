import { type Form, readEntry } from '../checkout/form.js';
import { type Html, html } from '../html.js';
import type { ShopVisit } from './shop-visit.js';

/** A form that was rejected, whose entries its page keeps. `action`: the last part of its path. */
export interface RejectedForm {
  readonly action: string;
  readonly form: Form;
}

/**
 * Renders why something is done, and a box that shows it to the buyer.
 * @param form the prefix of its ids
 * @param typed the form if it was rejected, so that its entries are kept; the same for the functions below
 */
export function reasonPart({ locale: { texts } }: ShopVisit, form: string, typed: Form | undefined): Html {
  const { desk } = texts;
  return html`${textField(`${form}-reason`, 'reason', desk.reason, { typed })}${checkBox('visible', desk.visible, typed)}`;
}

/** The hidden field tells a box that is not checked from a form that has none. */
export function restockPart({ locale }: ShopVisit, typed: Form | undefined): Html {
  return html`<input type="hidden" name="restock_shown" value="1">${checkBox('restock', locale.texts.desk_work.order.restock, typed, true)}`;
}

export function checkBox(name: string, label: string, typed: Form | undefined, isPreset = false): Html {
  const isChecked = typed ? readEntry(typed, name) !== undefined : isPreset;
  return html`<p><label class="check"><input type="checkbox" name="${name}" value="1"${isChecked && html` checked`}> ${label}</label></p>`;
}

interface TextOptions {
  readonly value?: string | undefined;
  readonly maxLength?: number;
  readonly typed?: Form | undefined;
}

export function textField(
  id: string,
  name: string,
  label: string,
  { value: present = '', maxLength = 500, typed }: TextOptions,
): Html {
  const value = typedOr(typed, name, present);
  return html`<div class="field"><label for="${id}">${label}</label><input id="${id}" name="${name}" maxlength="${maxLength}"${value !== '' && html` value="${value}"`}></div>`;
}

/** Returns the entry of a rejected form, or the present value if there is none. */
export function typedOr(typed: Form | undefined, name: string, present: string): string {
  return (typed && readEntry(typed, name)) ?? present;
}
