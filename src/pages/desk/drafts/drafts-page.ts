import { displayAmount } from '../../../domain/values/display.js';
import { listDraftOrders } from '../../../operations/draft/list-draft-orders.js';
import type { Store } from '../../../ports.js';
import { readActorNames } from '../../../records/actor-names.js';
import type { DraftOrder } from '../../../schema/draft-order.js';
import { pageOf } from '../../answered.js';
import { type Html, html } from '../../html.js';
import { timePart } from '../../parts.js';
import { toldPart } from '../../problems.js';
import { DESK_PAGES } from '../desk-operations.js';
import { formStart } from '../form-start.js';
import { draftsUrl } from '../links.js';
import type { OrderProblem } from '../order-page.js';
import type { ShopVisit } from '../shop-visit.js';

const PER_PAGE = 25;

interface Shown {
  readonly cursor?: string | undefined;
  readonly problem?: OrderProblem;
}

/** Renders the open draft orders of a shop, oldest first, each with what the role may do with it. */
export async function draftsPage(
  { store }: { readonly store: Pick<Store, 'read'> },
  visit: ShopVisit,
  { cursor, problem }: Shown = {},
): Promise<Html> {
  const { call, shopId, organizationId, locale } = visit;
  const { desk, desk_work } = locale.texts;
  const answer = await call(listDraftOrders, { shop_id: shopId, limit: PER_PAGE, ...(cursor && { cursor }) });
  const { rows, next } = pageOf<DraftOrder>(answer, 'drafted_by');
  const actors = rows.map(({ drafted_by }) => drafted_by);
  const names = await store.read((reads) => readActorNames(reads, organizationId, actors));
  return html`${toldPart(problem)}
<h1>${desk_work.drafts.title}</h1>
${visit.may(DESK_PAGES.new_draft.scope) && html`<p class="paging"><a href="${draftsUrl(visit)}/new">${desk_work.drafts.add}</a></p>`}
${rows.length === 0 ? html`<p class="lead">${desk_work.drafts.none}</p>` : rows.map((draft) => draftPart(visit, draft, names.get(draft.drafted_by) ?? draft.drafted_by))}
<p class="paging">${cursor !== undefined && html`<a href="${draftsUrl(visit)}">${desk.first}</a>`}
${next !== undefined && html`<a href="${draftsUrl(visit)}?cursor=${encodeURIComponent(next)}" rel="next">${desk.next}</a>`}</p>`;
}

function draftPart(visit: ShopVisit, draft: DraftOrder, who: string): Html {
  const { locale, face } = visit;
  const { drafts, bulk } = locale.texts.desk_work;
  const { id, buyer_name, buyer_email, total, currency, item_count, note, expires_at, continue_url } = draft;
  const until = timePart(expires_at, 'zonedMoment', locale.tag, face.shop.settings.time_zone);
  return html`<div class="card" id="${id}"><p><strong>${buyer_name ?? buyer_email}</strong> ${displayAmount(total, currency, locale.tag)} · ${bulk.units(item_count)}</p>
<p><small>${buyer_email} · ${drafts.by(who)} · ${drafts.until} ${until}</small></p>
${note !== undefined && html`<p class="note">${note}</p>`}
${draft.mailed_at === undefined && html`<p class="note">${drafts.not_mailed}</p>`}
<p><a href="${continue_url}" rel="noreferrer">${drafts.link}</a></p>
${
  visit.may(DESK_PAGES.new_draft.scope) &&
  html`<form method="post" class="tools">${formStart(visit)}<button class="quiet" formaction="${draftsUrl(visit)}/${id}/send">${drafts.send}</button> <button class="quiet" formaction="${draftsUrl(visit)}/${id}/cancel">${drafts.cancel}</button></form>`
}</div>`;
}
