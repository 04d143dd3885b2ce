import type { Operation } from '../../../calls/define.js';
import { PortalError } from '../../../domain/errors/portal-error.js';
import { ROLE_NAMES, ROLES, type Role } from '../../../domain/tenant/roles.js';
import { createKey } from '../../../operations/key/create-key.js';
import { revokeKey } from '../../../operations/key/revoke-key.js';
import { endGrant } from '../../../operations/shop/end-grant.js';
import { inviteStaff } from '../../../operations/staff/invite-staff.js';
import { removeStaff } from '../../../operations/staff/remove-staff.js';
import { sendStaffInvitation } from '../../../operations/staff/send-staff-invitation.js';
import { setStaffRole } from '../../../operations/staff/set-staff-role.js';
import { createWebhook } from '../../../operations/webhook/create-webhook.js';
import { deleteWebhook } from '../../../operations/webhook/delete-webhook.js';
import { pingWebhook } from '../../../operations/webhook/ping-webhook.js';
import { resendWebhookDeliveries } from '../../../operations/webhook/resend-webhook-deliveries.js';
import { updateWebhook } from '../../../operations/webhook/update-webhook.js';
import { type Form, readEntry, readFilledFields } from '../../checkout/form.js';
import type { ShopVisit } from '../shop-visit.js';
import type { AccessSection } from './sections.js';

export const ACCESS_ACTIONS = [
  'add_staff',
  'set_role',
  'remove_staff',
  'invite',
  'create_key',
  'revoke_key',
  'end_grant',
  'add_webhook',
  'ping_webhook',
  'pause_webhook',
  'resume_webhook',
  'delete_webhook',
  'resend',
] as const;
export type AccessActionName = (typeof ACCESS_ACTIONS)[number];

/** A button of a page about access. The rules are those of its operation, which is called as by any client. */
export interface AccessAction {
  readonly section: AccessSection;
  readonly operation: Operation;
  /** True if somebody gets access by it, so that it needs a recent sign-in, like what moves money. */
  readonly gives: boolean;
  /** @throws PortalError `invalid_request` */
  readArgs(form: Form, visit: Pick<ShopVisit, 'shopId'>): Readonly<Record<string, unknown>>;
}

const webhookOf = (form: Form) => readFilledFields(form, ['webhook_id']);

export const ACTIONS: Readonly<Record<AccessActionName, AccessAction>> = {
  add_staff: {
    ...{ section: 'staff', operation: inviteStaff, gives: true },
    readArgs: (form, visit) => ({ ...readFilledFields(form, ['email']), ...roleArgs(form, visit) }),
  },
  set_role: {
    ...{ section: 'staff', operation: setStaffRole, gives: true },
    readArgs: (form, visit) => ({ ...readFilledFields(form, ['staff_id']), ...roleArgs(form, visit) }),
  },
  remove_staff: {
    ...{ section: 'staff', operation: removeStaff, gives: false },
    readArgs: (form) => readFilledFields(form, ['staff_id']),
  },
  invite: {
    ...{ section: 'staff', operation: sendStaffInvitation, gives: false },
    readArgs: (form) => readFilledFields(form, ['staff_id']),
  },
  create_key: {
    ...{ section: 'keys', operation: createKey, gives: true },
    readArgs: (form) => ({ ...readFilledFields(form, ['name']), scopes: [...ROLES[readRole(form)]] }),
  },
  revoke_key: {
    ...{ section: 'keys', operation: revokeKey, gives: false },
    readArgs: (form) => readFilledFields(form, ['key_id']),
  },
  end_grant: {
    ...{ section: 'grants', operation: endGrant, gives: false },
    readArgs: (form, { shopId }) => ({ ...readFilledFields(form, ['grant_id']), shop_id: shopId }),
  },
  add_webhook: {
    ...{ section: 'webhooks', operation: createWebhook, gives: true },
    readArgs: (form, { shopId }) => ({
      ...readFilledFields(form, ['url']),
      ...(readEntry(form, 'where') === 'this' && { shop_id: shopId }),
    }),
  },
  ping_webhook: { section: 'webhooks', operation: pingWebhook, gives: false, readArgs: webhookOf },
  pause_webhook: {
    ...{ section: 'webhooks', operation: updateWebhook, gives: false },
    readArgs: (form) => ({ ...webhookOf(form), status: 'paused' }),
  },
  resume_webhook: {
    ...{ section: 'webhooks', operation: updateWebhook, gives: true },
    readArgs: (form) => ({ ...webhookOf(form), status: 'active' }),
  },
  delete_webhook: { section: 'webhooks', operation: deleteWebhook, gives: false, readArgs: webhookOf },
  resend: {
    ...{ section: 'webhooks', operation: resendWebhookDeliveries, gives: false },
    readArgs: (form) => ({ ...webhookOf(form), delivery_ids: [readEntry(form, 'delivery_id') ?? ''] }),
  },
};

export function isAccessAction(name: string): name is AccessActionName {
  return Object.hasOwn(ACTIONS, name);
}

function readRole(form: Form): Role {
  const role = ROLE_NAMES.find((name) => name === readEntry(form, 'role'));
  if (role === undefined) throw new PortalError('invalid_request', `role: must be one of ${ROLE_NAMES.join(', ')}`);
  return role;
}

/** Reads a role and its shops. `same` leaves those of a role that is limited to other shops. */
function roleArgs(form: Form, { shopId }: Pick<ShopVisit, 'shopId'>): Readonly<Record<string, unknown>> {
  const where = readEntry(form, 'where');
  const same = readEntry(form, 'same')?.split(',') ?? null;
  return { role: readRole(form), shops: where === 'this' ? [shopId] : where === 'same' ? same : null };
}
