import type { AnyAnswer } from '../../../calls/answer.js';
import { listWebhookDeliveries } from '../../../operations/webhook/list-webhook-deliveries.js';
import type { ApiKeyAnswer } from '../../../schema/api-key.js';
import type { AuditEventAnswer } from '../../../schema/audit.js';
import type { ShopGrantAnswer } from '../../../schema/grant.js';
import type { StaffAnswer } from '../../../schema/staff.js';
import type { DeliveryAnswer, WebhookAnswer } from '../../../schema/webhook.js';
import { pageOf } from '../../answered.js';
import { type Html, html } from '../../html.js';
import { problemPart } from '../../problems.js';
import type { ShopVisit } from '../shop-visit.js';
import type { RejectedAccess } from './form-parts.js';
import { grantPart } from './grant-part.js';
import { sectionUrl } from './links.js';
import { addStaffPart, auditPart, createKeyPart, keyPart, staffPart } from './people-parts.js';
import { type AccessSection, SECTION_LISTS, SHOP_SECTIONS, visibleSections } from './sections.js';
import { addWebhookPart, deliveryPart, webhookPart } from './webhook-parts.js';

const PER_PAGE = 25;

/** Outcome of a form. */
export interface AccessMessage {
  readonly problem?: string;
  /** Text that is shown only once, such as a new key. */
  readonly secret?: string;
  readonly isDone?: boolean;
  readonly rejected?: RejectedAccess;
}

/**
 * Renders a section.
 * @throws PortalError `forbidden`
 */
export async function sectionPage(
  visit: ShopVisit,
  section: AccessSection,
  cursor: string | undefined,
  message: AccessMessage = {},
): Promise<Html> {
  const of = SHOP_SECTIONS.includes(section) ? { shop_id: visit.shopId } : {};
  const answer = await visit.call(SECTION_LISTS[section], { ...of, ...pageArgs(cursor) });
  return framed(visit, section, message, sectionBody(visit, section, answer, message.rejected));
}

/**
 * Renders the deliveries of a webhook.
 * @throws PortalError `webhook_not_found`, `forbidden`
 */
export async function deliveriesPage(
  visit: ShopVisit,
  webhook_id: string,
  cursor: string | undefined,
  message: AccessMessage = {},
): Promise<Html> {
  const { access } = visit.locale.texts.desk;
  const answer = await visit.call(listWebhookDeliveries, { webhook_id, ...pageArgs(cursor) });
  const page = pageOf<DeliveryAnswer>(answer, 'event_id');
  const body = html`<h2>${access.deliveries}</h2>${listPart(visit, page, (one) => deliveryPart(visit, webhook_id, one))}`;
  return framed(visit, 'webhooks', message, body);
}

function pageArgs(cursor: string | undefined): Readonly<Record<string, unknown>> {
  return { limit: PER_PAGE, ...(cursor !== undefined && { cursor }) };
}

function framed(visit: ShopVisit, section: AccessSection, message: AccessMessage, body: Html): Html {
  const { access } = visit.locale.texts.desk;
  const { problem, secret, isDone = false } = message;
  return html`${problem !== undefined && problemPart(problem)}
<h1>${access[section]}</h1>
<ul class="filters" aria-label="${access.title}">${visibleSections(visit).map(
    (one) =>
      html`<li><a href="${sectionUrl(visit, one)}"${one === section && html` aria-current="true"`}>${access[one]}</a></li>`,
  )}</ul>
${isDone && html`<p class="note" role="status">${access.done}</p>`}
${secret !== undefined && html`<p class="note" role="status">${access.secret}<br><code>${secret}</code></p>`}
${body}`;
}

function sectionBody(
  visit: ShopVisit,
  section: AccessSection,
  answer: AnyAnswer,
  rejected: RejectedAccess | undefined,
): Html {
  switch (section) {
    case 'staff':
      return html`${listPart(visit, pageOf<StaffAnswer>(answer, 'email'), (one) => staffPart(visit, one, rejected))}${addStaffPart(visit, rejected)}`;
    case 'keys':
      return html`${listPart(visit, pageOf<ApiKeyAnswer>(answer, 'hint'), (one) => keyPart(visit, one))}${createKeyPart(visit, rejected)}`;
    case 'grants':
      return listPart(visit, pageOf<ShopGrantAnswer>(answer, 'client_name'), (one) => grantPart(visit, one));
    case 'webhooks':
      return html`${listPart(visit, pageOf<WebhookAnswer>(answer, 'url'), (one) => webhookPart(visit, one))}${addWebhookPart(visit, rejected)}`;
    case 'audit':
      return listPart(visit, pageOf<AuditEventAnswer>(answer, 'actor'), (one) => auditPart(visit, one));
  }
}

interface Listed<Row> {
  readonly rows: readonly Row[];
  readonly next: string | undefined;
}

function listPart<Row>({ locale: { texts } }: ShopVisit, { rows, next }: Listed<Row>, show: (row: Row) => Html): Html {
  const { desk } = texts;
  // A page of grants may be empty although there are more.
  const more =
    next !== undefined &&
    html`<p class="paging"><a href="?cursor=${encodeURIComponent(next)}" rel="next">${desk.next}</a></p>`;
  if (rows.length === 0) return more || html`<p class="lead">${desk.access.nothing}</p>`;
  return html`<ul class="plain access">${rows.map((row) => html`<li>${show(row)}</li>`)}</ul>
${more}`;
}
