import type { Response } from 'express';
import type { AnyAnswer } from '../../calls/answer.js';
import { notFoundError, PortalError } from '../../domain/errors/portal-error.js';
import { getLogCheckpoint } from '../../operations/receipt/get-log-checkpoint.js';
import { getReceiptBundle } from '../../operations/receipt/get-receipt-bundle.js';
import { listReceipts } from '../../operations/receipt/list-receipts.js';
import type { Store } from '../../ports.js';
import { dateText } from '../../texts/dates.js';
import { pageOf } from '../answered.js';
import { type Html, html } from '../html.js';
import { timePart } from '../parts.js';
import { queryOf } from '../query.js';
import { sendJsonFile } from '../send-json-file.js';
import type { InShop } from './bulk-pages.js';
import { sendDeskPage } from './desk-page.js';
import { orderUrl } from './links.js';
import type { PageRoutes } from './section-routes.js';
import type { ShopVisit } from './shop-visit.js';

const PER_PAGE = 25;

/** Members of an accepted receipt that the page shows. */
interface ListedReceipt {
  readonly id: string;
  readonly received_at: string;
  readonly log_index: number;
  readonly receipt: Readonly<Record<string, unknown>>;
  readonly superseded_by: object | null;
  readonly order: { readonly id: string } | null;
  readonly delegation?: readonly { readonly statement: Readonly<Record<string, unknown>> }[];
}

type Deps = { readonly store: Pick<Store, 'read'> };

/** Adds the pages about job receipts. They are those of the organization, so only a role in all its shops sees them. */
export function addReceiptPages(router: PageRoutes, deps: Deps, inShop: InShop): void {
  router.get('/desk/:shop_id/receipts', (request, response) =>
    inShop(request, response, async (visit) => {
      const body = await receiptsPage(deps, visit, queryOf(request).get('cursor') ?? undefined);
      sendDeskPage(response, 200, visit, {
        title: visit.locale.texts.desk_work.receipts.title,
        section: 'receipts',
        body,
      });
    }),
  );
  router.get('/desk/:shop_id/receipts/:receipt_id', (request, response) =>
    inShop(request, response, (visit) => sendProof(visit, String(request.params.receipt_id), response)),
  );
}

/** @throws PortalError `not_found` for a role in some shops only */
function assertSeesReceipts(visit: ShopVisit): void {
  if (!visit.seesOrganization) throw notFoundError('not_found');
}

async function receiptsPage(deps: Deps, visit: ShopVisit, cursor: string | undefined): Promise<Html> {
  assertSeesReceipts(visit);
  const { desk, desk_work } = visit.locale.texts;
  const { receipts: texts } = desk_work;
  const answer = await visit.call(listReceipts, { limit: PER_PAGE, ...(cursor !== undefined && { cursor }) });
  const { rows, next } = pageOf<ListedReceipt>(answer, 'log_index');
  const own = await ownOrders(deps, visit, rows);
  return html`<h1>${texts.title}</h1>
${await logPart(deps, visit)}
${rows.length === 0 ? html`<p class="lead">${texts.none}</p>` : tablePart(visit, rows, own)}
<p class="paging">${cursor !== undefined && html`<a href="receipts">${desk.first}</a>`}
${next !== undefined && html`<a href="receipts?cursor=${encodeURIComponent(next)}" rel="next">${desk.next}</a>`}</p>`;
}

/** Returns the numbers of those orders of the receipts that belong to the shop, by their ids. */
async function ownOrders(
  { store }: Deps,
  { shopId }: ShopVisit,
  rows: readonly ListedReceipt[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.flatMap(({ order }) => order?.id ?? []))];
  const orders = await store.read((reader) => [...reader.many('order', ids).values()]);
  return new Map(orders.flatMap(({ id, shop_id, display_id }) => (shop_id === shopId ? [[id, display_id]] : [])));
}

async function logPart({ store }: Deps, visit: ShopVisit): Promise<Html> {
  const { root, organizationId, locale } = visit;
  const { receipts: texts } = locale.texts.desk_work;
  const size = await checkpointSize(visit);
  const isPublic = (await store.read((rows) => rows.get('organization', organizationId)))?.public_log === true;
  return html`<p>${size === undefined ? texts.waiting : texts.checkpoint(size)}</p>
<p class="paging">${isPublic && html`<a href="${root}/logs/${organizationId}">${texts.log}</a>`} <a href="${root}/verify">${texts.verify}</a></p>`;
}

/** Returns the size of the log's signed checkpoint; `undefined` while its witnesses have not confirmed it. */
async function checkpointSize({ call }: ShopVisit): Promise<number | undefined> {
  try {
    return sizeIn(await call(getLogCheckpoint, {}));
  } catch (error) {
    if (error instanceof PortalError && error.code === 'log_not_witnessed') return undefined;
    throw error;
  }
}

/** @throws Error for the response of an operation that returns no checkpoint */
function sizeIn({ body }: AnyAnswer): number {
  if (!isCheckpoint(body)) throw new Error('the answer has no checkpoint');
  return body.data.tree_size;
}

function isCheckpoint(body: unknown): body is { readonly data: { readonly tree_size: number } } {
  if (typeof body !== 'object' || body === null || !('data' in body)) return false;
  const { data } = body;
  return typeof data === 'object' && data !== null && 'tree_size' in data && typeof data.tree_size === 'number';
}

function tablePart(visit: ShopVisit, rows: readonly ListedReceipt[], own: ReadonlyMap<string, string>): Html {
  const { locale, face, root, shopId } = visit;
  const { receipts: texts } = locale.texts.desk_work;
  const { time_zone } = face.shop.settings;
  return html`<table><thead><tr><th scope="col">${texts.received}</th><th scope="col">${texts.job}</th><th scope="col">${texts.resolution}</th><th scope="col">${texts.order}</th><th scope="col">${texts.proof}</th></tr></thead>
<tbody>${rows.map(({ id, received_at, log_index, receipt, superseded_by, order, delegation }) => {
    const number = order === null ? undefined : own.get(order.id);
    const until = textIn(delegation?.at(-1)?.statement.expires_at);
    return html`
<tr><td>${timePart(received_at, 'zonedMoment', locale.tag, time_zone)}</td><td>${textIn(receipt.job_id)}</td>
<td>${textIn(receipt.resolution)}${superseded_by !== null && html` <small>(${texts.superseded})</small>`}${until !== '' && html`<br><small>${texts.allowed(dateText(until, 'moment', locale.tag, time_zone))}</small>`}</td>
<td>${order !== null && number !== undefined && html`<a href="${orderUrl(visit, order.id)}">${number}</a>`}</td>
<td><small>${texts.logged(log_index)}</small><br><a href="${root}/desk/${shopId}/receipts/${id}" download="${id}.json">${texts.download}</a></td></tr>`;
  })}</tbody></table>`;
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Sends a receipt with everything that is needed to check it without the portal. */
async function sendProof(visit: ShopVisit, receipt_id: string, response: Response): Promise<void> {
  assertSeesReceipts(visit);
  sendJsonFile(response, `${receipt_id}.json`, await visit.call(getReceiptBundle, { receipt_id, version: 'v1' }));
}
