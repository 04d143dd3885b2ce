import type { Response } from 'express';
import { etagOf } from '../../calls/etag.js';
import { detailIn } from '../../calls/visible-error.js';
import { notFoundError, PortalError } from '../../domain/errors/portal-error.js';
import type { Store } from '../../ports.js';
import { orderOf } from '../answered.js';
import { type Form, readEntry } from '../checkout/form.js';
import { hasFormToken } from '../sign-in/form-token.js';
import { ACTIONS, isDeskAction, movesMoney } from './actions.js';
import { sendDeskPage } from './desk-page.js';
import { editPreview } from './edit-part.js';
import { confirmUrl, orderUrl } from './links.js';
import { orderDeskPage, readOrder } from './order-page.js';
import type { ShopVisit } from './shop-visit.js';

interface Sent {
  readonly orderId: string;
  readonly action: string;
  readonly form: Form;
}

/**
 * Runs the action of a button, and leads back to the order. The order must still have the version that the person saw: a
 * change by somebody else is shown instead.
 * @throws PortalError `not_found` for an unknown action; `forbidden`, `order_not_found`
 */
export async function runAction(
  deps: { readonly store: Pick<Store, 'read'> },
  visit: ShopVisit,
  { orderId, action, form }: Sent,
  response: Response,
): Promise<void> {
  if (!isDeskAction(action)) throw notFoundError('not_found');
  const { shopId, locale, call, isRecent } = visit;
  const here = orderUrl(visit, orderId);
  const { desk } = locale.texts;
  const chosen = ACTIONS[action];
  const show = async (status: number, title: string, text: string) => {
    const shown = await readOrder(visit, orderId);
    const body = await orderDeskPage(deps, visit, { ...shown, rejected: { action, form } }, { title, text });
    const page = { title: locale.texts.order.title(shown.order.display_id), body, hasSecret: true };
    sendDeskPage(response, status, visit, page);
  };
  if (!hasFormToken(form, visit.token)) return show(403, desk.form_outdated, '');
  if (movesMoney(chosen) && !isRecent) {
    response.redirect(303, confirmUrl(visit, orderId));
    return undefined;
  }
  try {
    const { order } = await readOrder(visit, orderId);
    const args = { shop_id: shopId, order_id: orderId, ...chosen.readArgs(form, order) };
    const version = Number(readEntry(form, 'version'));
    const isPreview = action === 'edit' && readEntry(form, 'preview') !== undefined;
    const idempotencyKey = isPreview ? undefined : readEntry(form, 'request');
    const answer = await call(chosen.operation, args, { ifMatch: etagOf(version), idempotencyKey });
    if (isPreview) {
      const body = editPreview(visit, order, orderOf(answer), form);
      sendDeskPage(response, 200, visit, { title: desk.edit, section: 'orders', body });
    } else response.redirect(303, here);
  } catch (error) {
    if (!(error instanceof PortalError) || error.code === 'order_not_found' || error.status >= 500) throw error;
    if (error.code === 'version_conflict') response.redirect(303, `${here}?conflict`);
    else if (error.code === 'forbidden') await show(403, desk.forbidden, '');
    else await show(error.status, desk.failed, detailIn(error, locale.tag));
  }
}
