import type { ApiKeyAnswer } from '../../../schema/api-key.js';
import type { AuditEventAnswer } from '../../../schema/audit.js';
import type { StaffAnswer } from '../../../schema/staff.js';
import type { Form } from '../../checkout/form.js';
import { type Html, html } from '../../html.js';
import { timePart } from '../../parts.js';
import type { ShopVisit } from '../shop-visit.js';
import { actionForm, foldedForm, type RejectedAccess, roleField, textField, whereField } from './form-parts.js';

/** Parts of the pages about staff, keys and the audit trail. */

/** Renders a staff member. People do not change their own role here, so that nobody locks themselves out. */
export function staffPart(
  visit: ShopVisit,
  { id, email, role, shops }: StaffAnswer,
  rejected: RejectedAccess | undefined,
): Html {
  const { access } = visit.locale.texts.desk;
  const isHere = shops?.length === 1 && shops[0] === visit.shopId;
  const where = isHere ? access.this_shop : shops ? access.some_shops(shops.length) : access.all_shops;
  const head = html`<strong>${email}</strong> <small>${access.roles[role]} · ${where}</small>`;
  if (id === visit.person.id) return html`${head} <small>${access.you}</small>`;
  const fields = (typed: Form | undefined) =>
    html`${roleField(visit, id, role, typed)}${whereField(visit, id, shops, typed)}`;
  return html`${head}
${foldedForm(visit, 'set_role', { staff_id: id }, rejected, fields)}
<div class="buttons">${actionForm(visit, 'invite', { staff_id: id })}${actionForm(visit, 'remove_staff', { staff_id: id })}</div>`;
}

export function addStaffPart(visit: ShopVisit, rejected: RejectedAccess | undefined): Html {
  const { access } = visit.locale.texts.desk;
  return foldedForm(visit, 'add_staff', {}, rejected, (typed) => {
    const email = textField({ id: 'email', name: 'email', label: access.email, typed }, 'email', 254);
    return html`${email}${roleField(visit, 'new', 'orders', typed)}${whereField(visit, 'new', null, typed)}`;
  });
}

/** Renders a key, or the grant of a person to an assistant, which is a key without a text. */
export function keyPart(visit: ShopVisit, key: ApiKeyAnswer): Html {
  const { access } = visit.locale.texts.desk;
  const { id, hint, name, scopes, status, grant, last_used_at, expires_at } = key;
  const what = grant ? `${grant.client_name} (${grant.client_host})` : hint;
  return html`<strong>${name}</strong> <small>${what}</small> <span class="badge">${access.statuses[status]}</span>
<br><small>${access.last_used}: ${last_used_at === null ? access.never : momentPart(visit, last_used_at)}${
    expires_at !== null && html` · ${access.until} ${momentPart(visit, expires_at)}`
  } · ${scopes.join(', ')}</small>
${status === 'live' && actionForm(visit, 'revoke_key', { key_id: id })}`;
}

export function createKeyPart(visit: ShopVisit, rejected: RejectedAccess | undefined): Html {
  const { access } = visit.locale.texts.desk;
  return foldedForm(visit, 'create_key', {}, rejected, (typed) => {
    const name = textField({ id: 'key-name', name: 'name', label: access.name, typed }, 'text', 120);
    return html`${name}${roleField(visit, 'key', 'orders', typed)}`;
  });
}

export function auditPart(visit: ShopVisit, event: AuditEventAnswer): Html {
  const { at, action, actor, actor_name = actor, subject_id, changed } = event;
  return html`${momentPart(visit, at)} <strong>${action.replaceAll(/[._]/g, ' ')}</strong> · ${actor_name}
<br><small>${subject_id}${changed.length > 0 && html` · ${changed.join(', ')}`}</small>`;
}

/** Renders a time in the shop's time zone. */
export function momentPart({ locale: { tag }, face }: ShopVisit, time: string): Html {
  return timePart(time, 'zonedMoment', tag, face.shop.settings.time_zone);
}
