import { type Html, html } from '../html.js';
import type { ShopVisit } from './shop-visit.js';

/**
 * Renders why something is done, and a box that shows it to the buyer.
 * @param form the prefix of its ids
 */
export function reasonPart({ locale: { texts } }: ShopVisit, form: string): Html {
  const { desk } = texts;
  return html`${textField(`${form}-reason`, 'reason', desk.reason)}${checkBox('visible', desk.visible)}`;
}

/** The hidden field tells a box that is not checked from a form that has none. */
export function restockPart({ locale }: ShopVisit): Html {
  return html`<input type="hidden" name="restock_shown" value="1">${checkBox('restock', locale.texts.desk_work.order.restock, true)}`;
}

export function checkBox(name: string, label: string, isChecked = false): Html {
  return html`<p><label class="check"><input type="checkbox" name="${name}" value="1"${isChecked && html` checked`}> ${label}</label></p>`;
}

export function textField(id: string, name: string, label: string, { value = '', maxLength = 500 } = {}): Html {
  return html`<div class="field"><label for="${id}">${label}</label><input id="${id}" name="${name}" maxlength="${maxLength}"${value !== '' && html` value="${value}"`}></div>`;
}
