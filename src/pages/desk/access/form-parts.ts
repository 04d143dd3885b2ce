import { randomUUID } from 'node:crypto';
import { ROLE_NAMES, type Role } from '../../../domain/tenant/roles.js';
import type { Form } from '../../checkout/form.js';
import { type Html, html } from '../../html.js';
import { typedOr } from '../form-fields.js';
import type { ShopVisit } from '../shop-visit.js';
import { ACTIONS, type AccessActionName } from './actions.js';
import { accessUrl, confirmAccessUrl } from './links.js';

/** A form that was rejected, whose entries its page keeps. */
export interface RejectedAccess {
  readonly name: AccessActionName;
  readonly form: Form;
}

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

/** Renders an action that is hidden until its name is pressed, unless its form was rejected. */
export function foldedForm(
  visit: ShopVisit,
  name: AccessActionName,
  hidden: Readonly<Record<string, string>>,
  rejected: RejectedAccess | undefined,
  fields: (typed: Form | undefined) => Html,
): Html {
  const { access } = visit.locale.texts.desk;
  const isRejected = rejected?.name === name && Object.entries(hidden).every(([key, id]) => rejected.form[key] === id);
  const typed = isRejected ? rejected.form : undefined;
  return html`<details${typed && html` open`}><summary>${access[name]}</summary>${actionForm(visit, name, hidden, fields(typed))}</details>`;
}

interface Entry {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  /** Form that was rejected, whose entry is kept. */
  readonly typed: Form | undefined;
}

export function textField({ id, name, label, typed }: Entry, type: 'text' | 'email' | 'url', most: number): Html {
  return html`<div class="field"><label for="${id}">${label}</label><input id="${id}" name="${name}" type="${type}" value="${typedOr(typed, name, '')}" maxlength="${most}" required></div>`;
}

export function choiceField(
  { id, name, label, typed }: Entry,
  choices: readonly (readonly [string, string])[],
  present: string,
) {
  const chosen = typedOr(typed, name, present);
  return html`<div class="field"><label for="${id}">${label}</label><select id="${id}" name="${name}">${choices.map(
    ([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`,
  )}</select></div>`;
}

/** @param id distinguishes the field from those of other forms */
export function roleField({ locale: { texts } }: ShopVisit, id: string, present: Role, typed: Form | undefined): Html {
  const { access } = texts.desk;
  const choices = ROLE_NAMES.map((role) => [role, access.roles[role]] as const);
  return choiceField({ id: `role-${id}`, name: 'role', label: access.role, typed }, choices, present);
}

/** @param shops ids of the shops that are chosen; null for all */
export function whereField(
  { locale: { texts }, shopId }: ShopVisit,
  id: string,
  shops: readonly string[] | null,
  typed: Form | undefined,
): Html {
  const { access } = texts.desk;
  const isOther = shops !== null && (shops.length !== 1 || shops[0] !== shopId);
  const choices = [
    ...(isOther ? ([['same', access.some_shops(shops.length)]] as const) : []),
    ['all', access.all_shops] as const,
    ['this', access.this_shop] as const,
  ];
  const present = isOther ? 'same' : shops ? 'this' : 'all';
  const field = choiceField({ id: `where-${id}`, name: 'where', label: access.where, typed }, choices, present);
  return html`${isOther && html`<input type="hidden" name="same" value="${shops.join(',')}">`}${field}`;
}
