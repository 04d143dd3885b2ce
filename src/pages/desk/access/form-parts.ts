import { randomUUID } from 'node:crypto';
import { ROLE_NAMES, type Role } from '../../../domain/tenant/roles.js';
import { type Html, html } from '../../html.js';
import type { ShopVisit } from '../shop-visit.js';
import { ACTIONS, type AccessActionName } from './actions.js';
import { accessUrl, confirmAccessUrl } from './links.js';

/** Renders the form of an action; a link to another sign-in if the action needs one. */
export function actionForm(
  visit: ShopVisit,
  name: AccessActionName,
  hidden: Readonly<Record<string, string>>,
  fields: Html | false = false,
): Html {
  const { access } = visit.locale.texts.desk;
  const { gives, section } = ACTIONS[name];
  if (gives && !visit.isRecent)
    return html`<p><a href="${confirmAccessUrl(visit, section)}">${access.confirm_first}</a></p>`;
  const values = Object.entries({ ...hidden, request: randomUUID() });
  return html`<form method="post" action="${accessUrl(visit)}/${name}" class="narrow">${visit.tokenField()}${values.map(
    ([field, value]) => html`<input type="hidden" name="${field}" value="${value}">`,
  )}
${fields}<p><button class="${fields === false ? 'quiet' : 'primary'}">${access[name]}</button></p></form>`;
}

/** Renders an action that is hidden until its name is pressed. */
export function foldedForm(
  visit: ShopVisit,
  name: AccessActionName,
  hidden: Readonly<Record<string, string>>,
  fields: Html,
): Html {
  const { access } = visit.locale.texts.desk;
  return html`<details><summary>${access[name]}</summary>${actionForm(visit, name, hidden, fields)}</details>`;
}

interface Entry {
  readonly id: string;
  readonly name: string;
  readonly label: string;
}

export function textField({ id, name, label }: Entry, type: 'text' | 'email' | 'url', most: number): Html {
  return html`<div class="field"><label for="${id}">${label}</label><input id="${id}" name="${name}" type="${type}" maxlength="${most}" required></div>`;
}

export function choiceField(
  { id, name, label }: Entry,
  choices: readonly (readonly [string, string])[],
  chosen: string,
) {
  return html`<div class="field"><label for="${id}">${label}</label><select id="${id}" name="${name}">${choices.map(
    ([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`,
  )}</select></div>`;
}

/** @param id distinguishes the field from those of other forms */
export function roleField({ locale: { texts } }: ShopVisit, id: string, chosen: Role): Html {
  const { access } = texts.desk;
  const choices = ROLE_NAMES.map((role) => [role, access.roles[role]] as const);
  return choiceField({ id: `role-${id}`, name: 'role', label: access.role }, choices, chosen);
}

/** @param shops ids of the shops that are chosen; null for all */
export function whereField(
  { locale: { texts }, shopId }: ShopVisit,
  id: string,
  shops: readonly string[] | null,
): Html {
  const { access } = texts.desk;
  const isOther = shops !== null && (shops.length !== 1 || shops[0] !== shopId);
  const choices = [
    ...(isOther ? ([['same', access.some_shops(shops.length)]] as const) : []),
    ['all', access.all_shops] as const,
    ['this', access.this_shop] as const,
  ];
  const chosen = isOther ? 'same' : shops ? 'this' : 'all';
  const field = choiceField({ id: `where-${id}`, name: 'where', label: access.where }, choices, chosen);
  return html`${isOther && html`<input type="hidden" name="same" value="${shops.join(',')}">`}${field}`;
}
