import type { Response } from 'express';
import { etagOf } from '../../../calls/etag.js';
import { notFoundError, PortalError } from '../../../domain/errors/portal-error.js';
import { deleteDiscount } from '../../../operations/shop/delete-discount.js';
import { putDiscount } from '../../../operations/shop/put-discount.js';
import type { DiscountAnswer } from '../../../schema/discount.js';
import { type Form, readEntry } from '../../checkout/form.js';
import type { Html } from '../../html.js';
import { hasFormToken } from '../../sign-in/form-token.js';
import { sendDeskPage } from '../desk-page.js';
import type { OrderProblem } from '../order-page.js';
import { tryForm } from '../rejection.js';
import { readMembers } from '../schema-form/read-members.js';
import type { ShopVisit } from '../shop-visit.js';
import {
  discountContext,
  discountMembers,
  discountPage,
  isOver,
  readDiscount,
  type ShownDiscount,
} from './discount-form.js';
import { discountsUrl } from './links.js';

/** Forms of a discount's page, by the last part of their URL. */
export const DISCOUNT_ACTIONS = {
  save: { operation: putDiscount },
  end: { operation: putDiscount },
  delete: { operation: deleteDiscount },
} as const;
type DiscountAction = keyof typeof DISCOUNT_ACTIONS;

/** Sends a page about discounts. */
export function sendDiscounts(response: Response, status: number, visit: ShopVisit, body: Html): void {
  sendDeskPage(response, status, visit, {
    title: visit.locale.texts.desk_shop.discounts.title,
    section: 'items',
    body,
  });
}

interface Sent {
  readonly action: string;
  readonly form: Form;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Runs a form of a discount's page, and leads back to the list. The discount must still have the version that the person
 * saw, and a new one must have a free code, so that nothing of others is replaced.
 * @throws PortalError `not_found` for an unknown action; `forbidden`
 */
export async function runDiscountAction(
  visit: ShopVisit,
  { action, form, now }: Sent,
  response: Response,
): Promise<void> {
  if (!isDiscountAction(action)) throw notFoundError('not_found');
  const { operation } = DISCOUNT_ACTIONS[action];
  visit.assertMay(operation.scope);
  const { desk, desk_shop } = visit.locale.texts;
  const code = readEntry(form, 'code') ?? '';
  const version = readEntry(form, 'version');
  const before = await findDiscount(visit, code);
  const show = (status: number, problem: OrderProblem, typed?: Form) => {
    const shown = version === undefined ? undefined : before;
    sendDiscounts(response, status, visit, discountPage(visit, shown, now, { problem, typed }));
  };
  const typed = action === 'save' ? form : undefined;
  const { exists, already_ended, conflict, conflict_text } = desk_shop.discounts;
  if (!hasFormToken(form, visit.token)) return show(403, { title: desk.form_outdated, text: '' }, typed);
  if (version === undefined && before) return show(409, { title: exists, text: '' }, typed);
  if (action === 'end' && before && isOver(before.discount, now)) return show(409, { title: already_ended, text: '' });
  const { rejection } = await tryForm(visit, async () => {
    const args = { shop_id: visit.shopId, code, ...argsOf(visit, action, form, { before: before?.discount, now }) };
    await visit.call(operation, args, {
      ifMatch: version === undefined ? undefined : etagOf(Number(version)),
      idempotencyKey: readEntry(form, 'request'),
    });
  });
  if (!rejection) return response.redirect(303, `${discountsUrl(visit)}?saved`);
  if (rejection.code !== 'version_conflict') return show(rejection.status, rejection.problem, typed);
  return show(409, { title: conflict, text: conflict_text });
}

function isDiscountAction(name: string): name is DiscountAction {
  return Object.hasOwn(DISCOUNT_ACTIONS, name);
}

async function findDiscount(visit: ShopVisit, code: string): Promise<ShownDiscount | undefined> {
  try {
    return await readDiscount(visit, code);
  } catch (error) {
    if (error instanceof PortalError && (error.code === 'discount_not_found' || error.status === 400)) return undefined;
    throw error;
  }
}

interface At {
  readonly before: DiscountAnswer | undefined;
  readonly now: number;
}

/** @throws PortalError `invalid_request` */
function argsOf(
  visit: ShopVisit,
  action: DiscountAction,
  form: Form,
  { before, now }: At,
): Readonly<Record<string, unknown>> {
  if (action === 'delete') return {};
  if (action === 'save') return readMembers(form, discountMembers(), discountContext(visit));
  const terms: Readonly<Record<string, unknown>> = { ...before };
  const kept = discountMembers().flatMap(({ name }) => (terms[name] === undefined ? [] : [[name, terms[name]]]));
  return { ...Object.fromEntries(kept), ends_at: new Date(now).toISOString() };
}
