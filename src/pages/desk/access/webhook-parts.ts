import type { DeliveryAnswer, WebhookAnswer } from '../../../schema/webhook.js';
import { type Html, html } from '../../html.js';
import type { ShopVisit } from '../shop-visit.js';
import { actionForm, foldedForm, type RejectedAccess, textField, whereField } from './form-parts.js';
import { deliveriesUrl } from './links.js';
import { momentPart } from './people-parts.js';

/** Parts of the pages about webhooks. */

const MAX_URL = 2048;

export function webhookPart(visit: ShopVisit, { id, url, shop_id, status, description }: WebhookAnswer): Html {
  const { access } = visit.locale.texts.desk;
  const where = shop_id === null ? access.all_shops : shop_id === visit.shopId ? access.this_shop : shop_id;
  const of = { webhook_id: id };
  const change = status === 'active' ? 'pause_webhook' : 'resume_webhook';
  return html`<strong>${url}</strong> <small>${where}${description !== null && html` · ${description}`}</small> <span class="badge">${access.statuses[status]}</span>
<p><a href="${deliveriesUrl(visit, id)}">${access.deliveries}</a></p>
<div class="buttons">${status === 'active' && actionForm(visit, 'ping_webhook', of)}${actionForm(visit, change, of)}${actionForm(visit, 'delete_webhook', of)}</div>`;
}

export function addWebhookPart(visit: ShopVisit, rejected: RejectedAccess | undefined): Html {
  const { access } = visit.locale.texts.desk;
  return foldedForm(visit, 'add_webhook', {}, rejected, (typed) => {
    const url = textField({ id: 'url', name: 'url', label: access.url, typed }, 'url', MAX_URL);
    return html`${url}${whereField(visit, 'webhook', null, typed)}`;
  });
}

/** Renders a delivery; one that does not wait can be sent again. */
export function deliveryPart(visit: ShopVisit, webhook_id: string, delivery: DeliveryAnswer): Html {
  const { access } = visit.locale.texts.desk;
  const { id, type, subject_id, state, outcome, http_status, attempts, created_at } = delivery;
  const result = [outcome, http_status].filter((part) => part !== null).join(' ');
  return html`${momentPart(visit, created_at)} <strong>${type}</strong> <span class="badge">${access.statuses[state]}</span>
<br><small>${subject_id} · ${attempts} · ${result}</small>
${state !== 'waiting' && actionForm(visit, 'resend', { webhook_id, delivery_id: id })}`;
}
