import { getDiscount } from '../../../operations/shop/get-discount.js';
import { putDiscount } from '../../../operations/shop/put-discount.js';
import type { DiscountAnswer } from '../../../schema/discount.js';
import { answeredWith } from '../../answered.js';
import { type Form, readEntry } from '../../checkout/form.js';
import { type Html, html } from '../../html.js';
import { toldPart } from '../../problems.js';
import { formStart } from '../form-start.js';
import type { OrderProblem } from '../order-page.js';
import { type FormContext, memberField } from '../schema-form/fields.js';
import { type FormMember, membersOf } from '../schema-form/members.js';
import type { ShopVisit } from '../shop-visit.js';
import { discountsUrl, discountUrl } from './links.js';

const AMOUNTS = new Set(['amount', 'minimum_subtotal']);
const PERCENTAGES = new Set(['value_ppm']);
/** Members that the URL or a field of its own has. */
const ELSEWHERE = new Set(['shop_id', 'code']);

export interface ShownDiscount {
  readonly discount: DiscountAnswer;
  readonly version: number;
}

/**
 * Reads a discount of the shop.
 * @throws PortalError `discount_not_found`, `forbidden`
 */
export async function readDiscount({ call, shopId }: ShopVisit, code: string): Promise<ShownDiscount> {
  const answer = await call(getDiscount, { shop_id: shopId, code });
  const { version } = answer;
  if (version === undefined) throw new Error('the answer has no version');
  return { discount: answeredWith<DiscountAnswer>(answer, 'kind'), version };
}

/** Lists the members of a discount that its form has. */
export function discountMembers(): readonly FormMember[] {
  return membersOf(putDiscount).filter(({ name }) => !ELSEWHERE.has(name));
}

export function discountContext({ locale, face }: ShopVisit): FormContext {
  const { currency, time_zone: timeZone } = face.shop.settings;
  const { members: labels } = locale.texts.desk_shop.discounts;
  return { labels, currency, amounts: AMOUNTS, percentages: PERCENTAGES, timeZone };
}

/** A form of the page that was not accepted. */
export interface RejectedDiscount {
  readonly problem: OrderProblem;
  /** Entries that the page keeps; absent if somebody else's terms are to be shown instead. */
  readonly typed?: Form | undefined;
}

/** True if the discount's end has passed. `now`: milliseconds since the epoch. */
export function isOver({ ends_at }: Pick<DiscountAnswer, 'ends_at'>, now: number): boolean {
  return ends_at !== undefined && Date.parse(ends_at) <= now;
}

/**
 * Renders the form of a discount, or of a new one.
 * @param now milliseconds since the epoch
 */
export function discountPage(
  visit: ShopVisit,
  shown: ShownDiscount | undefined,
  now: number,
  { problem, typed }: Partial<RejectedDiscount> = {},
): Html {
  const { desk_work, desk_shop } = visit.locale.texts;
  const { discounts: texts } = desk_shop;
  const values: Readonly<Record<string, unknown>> = shown?.discount ?? { combinable: true };
  const context = { ...discountContext(visit), typed };
  return html`${toldPart(problem)}
<h1>${shown?.discount.code ?? texts.add}</h1>
<p class="paging"><a href="${discountsUrl(visit)}">${texts.title}</a></p>
<form method="post" action="${discountUrl(visit)}/save" class="narrow">${formStart(visit, shown?.version)}
${shown ? html`<input type="hidden" name="code" value="${shown.discount.code}">` : codeField(visit, typed && readEntry(typed, 'code'))}
<p class="hint">${texts.times(context.timeZone)}</p>
${discountMembers().map((member) => memberField(member, values[member.name], context))}
<p><button class="primary">${desk_work.save}</button></p></form>
${shown && endPart(visit, shown, now)}`;
}

function codeField({ locale }: ShopVisit, typed = ''): Html {
  const { members } = locale.texts.desk_shop.discounts;
  return html`<div class="field"><label for="code">${members.code}</label><input id="code" name="code" value="${typed}" maxlength="64" autocomplete="off" required></div>`;
}

/** Renders the buttons that end a discount: it stays in the list, unless it has ended, or is deleted. */
function endPart(visit: ShopVisit, { discount, version }: ShownDiscount, now: number): Html {
  const { discounts: texts } = visit.locale.texts.desk_shop;
  const button = (action: 'end' | 'delete') =>
    html`<form method="post" action="${discountUrl(visit)}/${action}">${formStart(visit, version)}<input type="hidden" name="code" value="${discount.code}"><p><button class="quiet">${texts[action]}</button></p></form>`;
  return html`<section aria-labelledby="end"><h2 id="end">${texts.end_title}</h2><p class="hint">${texts.end_hint}</p>
<div class="buttons">${!isOver(discount, now) && button('end')}${button('delete')}</div></section>`;
}
