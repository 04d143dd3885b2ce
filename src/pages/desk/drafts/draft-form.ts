import { displayAmount } from '../../../domain/values/display.js';
import { createDraftOrder } from '../../../operations/draft/create-draft-order.js';
import type { Store } from '../../../ports.js';
import { type Form, readEntry } from '../../checkout/form.js';
import { type Html, html } from '../../html.js';
import { formStart } from '../form-start.js';
import { type FormContext, memberField } from '../schema-form/fields.js';
import { membersOf } from '../schema-form/members.js';
import { readMembers } from '../schema-form/read-members.js';
import type { ShopVisit } from '../shop-visit.js';
import { draftLabels } from './draft-labels.js';

/** Lines that the form begins with, and with more lines. */
const FEW_LINES = 5;
const MANY_LINES = 30;
/** Items that the fields suggest. Others are entered by their id. */
const MAX_SUGGESTED = 300;

/** Members with fields of their own, or that the path names. */
const ELSEWHERE = new Set(['shop_id', 'line_items', 'selected_option_id', 'deployment_id']);
const MEMBERS = () => membersOf(createDraftOrder).filter(({ name }) => !ELSEWHERE.has(name));

function contextOf(visit: ShopVisit): FormContext {
  const { currency, time_zone: timeZone } = visit.face.shop.settings;
  return { labels: draftLabels(visit), currency, amounts: new Set(), timeZone };
}

/**
 * Reads the arguments of `create_draft_order` from the form. Lines without an item are left out.
 * @throws PortalError `invalid_request`
 */
export function readDraft(visit: ShopVisit, form: Form): Readonly<Record<string, unknown>> {
  const line_items = linesIn(form).flatMap(({ item, units }) =>
    item === '' ? [] : [{ item: { id: item }, quantity: units === '' ? 1 : Number(units) }],
  );
  const option = readEntry(form, 'selected_option_id') ?? '';
  return {
    ...readMembers(form, MEMBERS(), contextOf(visit)),
    line_items,
    ...(option !== '' && { selected_option_id: option }),
  };
}

interface TypedLine {
  readonly item: string;
  readonly units: string;
}

function linesIn(form: Form): readonly TypedLine[] {
  return Array.from({ length: MANY_LINES }, (_, index) => ({
    item: readEntry(form, `item.${index}`)?.trim() ?? '',
    units: readEntry(form, `units.${index}`)?.trim() ?? '',
  }));
}

/**
 * Renders the form for a new draft order.
 * @param typed what was sent before, if the form is shown again
 */
export async function draftForm(
  { store }: { readonly store: Pick<Store, 'list'> },
  visit: ShopVisit,
  { typed = {}, hasMany = false }: { readonly typed?: Form; readonly hasMany?: boolean },
): Promise<Html> {
  const { drafts } = visit.locale.texts.desk_work;
  const { entries } = await store.list('items', { shop_id: visit.shopId }, undefined, MAX_SUGGESTED);
  const items = entries.flatMap(({ item }) => (item.status === 'active' ? [item] : []));
  const lines = linesIn(typed);
  const last = lines.findLastIndex(({ item }) => item !== '');
  const shown = lines.slice(0, hasMany ? MANY_LINES : Math.max(FEW_LINES, last + 1));
  const context = { ...contextOf(visit), typed };
  const values: Readonly<Record<string, unknown>> = { valid_days: 7 };
  const price = (amount: number) => displayAmount(amount, context.currency, visit.locale.tag);
  return html`<h1>${drafts.add}</h1>
<p class="hint">${drafts.hint}</p>
<form method="post" action="new" class="narrow">${formStart(visit)}
<fieldset class="group"><legend>${drafts.items}</legend>${shown.map((line, index) => linePart(visit, line, index))}
${shown.length < MANY_LINES && html`<p><a href="new?lines=more">${drafts.more}</a></p>`}</fieldset>
<datalist id="items">${items.map(({ id, title, price: amount }) => html`<option value="${id}">${title} · ${price(amount)}</option>`)}</datalist>
${optionPart(visit, readEntry(typed, 'selected_option_id') ?? '')}
${MEMBERS().map((member) => memberField(member, values[member.key], context))}
<p><button class="primary">${drafts.add}</button></p></form>`;
}

function linePart({ locale }: ShopVisit, { item, units }: TypedLine, index: number): Html {
  const { drafts } = locale.texts.desk_work;
  return html`<div class="field"><label for="item-${index}">${drafts.item(index + 1)}</label><input id="item-${index}" name="item.${index}" value="${item}" list="items" maxlength="128"${index === 0 && html` required`}></div>
<div class="field"><label for="units-${index}">${drafts.units(index + 1)}</label><input id="units-${index}" name="units.${index}" type="number" min="1" value="${units === '' ? '1' : units}"></div>`;
}

/** The ways of delivery that the shop has. One that does not deliver these items is rejected. */
function optionPart({ locale, face }: ShopVisit, chosen: string): Html {
  const { drafts } = locale.texts.desk_work;
  const { shipping, pickup } = face.shop.settings;
  const options = [
    { id: '', title: drafts.buyer_chooses },
    { id: 'cheapest', title: drafts.cheapest },
    ...[...shipping, ...pickup].filter(({ id }) => id !== 'cheapest'),
  ];
  return html`<div class="field"><label for="option">${drafts.option}</label><select id="option" name="selected_option_id">${options.map(
    ({ id, title }) => html`<option value="${id}"${id === chosen && html` selected`}>${title}</option>`,
  )}</select></div>`;
}
