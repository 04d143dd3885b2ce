import type { Operation } from '../../../calls/define.js';
import { patchItem } from '../../../operations/shop/patch-item.js';
import { putItem } from '../../../operations/shop/put-item.js';
import type { Form } from '../../checkout/form.js';
import { type Html, html } from '../../html.js';
import { typedOr } from '../form-fields.js';
import { formStart } from '../form-start.js';
import { type FormContext, memberField } from '../schema-form/fields.js';
import { type FormMember, membersOf } from '../schema-form/members.js';
import type { ShopVisit } from '../shop-visit.js';

/** Members with a form of their own, or that the path names. */
const ELSEWHERE = new Set(['shop_id', 'item_id', 'stock', 'expected_stock', 'image_url', 'images']);
const AMOUNTS = new Set(['price']);

/** Lists the members of an item that its form has, for a new one or a stored one. */
export function itemMembers(isNew: boolean): readonly FormMember[] {
  const operation: Operation = isNew ? putItem : patchItem;
  return membersOf(operation).filter(({ name }) => !ELSEWHERE.has(name));
}

export function itemContext({ locale, face }: ShopVisit, typed?: Form): FormContext {
  const { desk_work } = locale.texts;
  return {
    labels: { ...desk_work.members, active: desk_work.items.active, withdrawn: desk_work.items.withdrawn },
    currency: face.shop.settings.currency,
    amounts: AMOUNTS,
    timeZone: face.shop.settings.time_zone,
    typed,
  };
}

/** Renders the fields of an item. `values`: its present members; `typed`: the form if it was rejected. */
export function itemFields(
  visit: ShopVisit,
  isNew: boolean,
  values: Readonly<Record<string, unknown>>,
  typed: Form | undefined,
): readonly Html[] {
  const context = itemContext(visit, typed);
  return itemMembers(isNew).map((member) => memberField(member, values[member.name], context));
}

/** Renders the form for a new item. `typed`: the form if it was rejected. */
export function newItemPage(visit: ShopVisit, typed?: Form): Html {
  const { desk_work } = visit.locale.texts;
  return html`<h1>${desk_work.items.add}</h1>
<form method="post" action="new" class="narrow">${formStart(visit)}
<div class="field"><label for="item_id">${desk_work.members.item_id}</label><input id="item_id" name="item_id" value="${typedOr(typed, 'item_id', '')}" maxlength="64" required></div>
${itemFields(visit, true, { fulfillment_types: ['shipping'] }, typed)}
<p><button class="primary">${desk_work.save}</button></p></form>`;
}
