import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { MAX_DISCOUNT_CODES } from '../../domain/checkout/checkout.js';
import { DEFAULT_DRAFT_DAYS, MAX_DRAFT_DAYS, makeDraft } from '../../domain/checkout/make-draft.js';
import { notFoundError } from '../../domain/errors/portal-error.js';
import type { Deployment } from '../../domain/tenant/tenant.js';
import { canMailLink } from '../../outbox/pay-links.js';
import { insertWrite } from '../../ports.js';
import { buildCartHints } from '../../records/assessment.js';
import { authorOf } from '../../records/audit.js';
import { buildCheckoutWrites } from '../../records/checkout-writes.js';
import { billingAddress, destination, payingBuyer } from '../../schema/address.js';
import { draftWithCheckout } from '../../schema/draft-order.js';
import { dataOf, id, text } from '../../schema/primitives.js';
import { lineEntries } from '../checkout/add-entries.js';
import { buildPurchase, buildPurchaseNeeds, PURCHASE_ERRORS } from '../checkout/build-purchase.js';
import { ownShop } from '../shop/own-shop.js';
import { draftAnswerOf, inDeployment } from './own-draft.js';

export const createDraftOrder = defineOperation({
  name: 'create_draft_order',
  title: 'Draft an order',
  description:
    "Prepares an order for a buyer, such as one on the phone, and mails them a link. The link opens a page that shows the order at that day's prices; there they can complete and pay it. Prices, taxes, discounts and stock follow the rules of any checkout: nothing is reserved before the payment. Once paid it is an order like any other, which names who drafted it.",
  scope: 'orders:money',
  effect: 'write',
  idempotent: false,
  input: z.strictObject({
    shop_id: id('Id of the shop'),
    line_items: lineEntries,
    buyer: payingBuyer.describe('Who pays; the link is mailed to this address'),
    destination: destination.optional().describe('Where the goods go; without it, the buyer enters it'),
    selected_option_id: id('Option id, or "cheapest"; without it, the buyer chooses').optional(),
    billing_address: billingAddress.optional().describe('Billing address'),
    discount_codes: z.array(text(64, 'Discount code')).max(MAX_DISCOUNT_CODES).optional().describe('Codes to apply'),
    note: text(2000, 'For the merchant alone; the order keeps it').optional(),
    valid_days: z
      .int()
      .min(1)
      .max(MAX_DRAFT_DAYS)
      .default(DEFAULT_DRAFT_DAYS)
      .describe('Days for which the link works'),
    deployment_id: id('Deployment of the order; default the oldest of the shop').optional(),
  }),
  inputErrors: {
    shop_id: 'shop_not_found',
    deployment_id: 'deployment_not_found',
    selected_option_id: 'fulfillment_option_unknown',
    discount_codes: 'discount_code_invalid',
  },
  output: dataOf(draftWithCheckout),
  sample: ({ sellingShop, item }) => ({
    shop_id: sellingShop,
    line_items: [{ item: { id: item }, quantity: 2 }],
    buyer: { email: 'ada@example.com', full_name: 'Ada Park' },
    destination: {
      address_country: 'US',
      address_region: 'OR',
      address_locality: 'Portland',
      postal_code: '97205',
      street_address: '1450 Juniper Street',
    },
    selected_option_id: 'cheapest',
    note: 'Called about a gift',
  }),
  errors: ['shop_not_found', 'deployment_not_found', ...PURCHASE_ERRORS, 'version_conflict'],
  http: { method: 'post', path: '/api/shops/{id}/draft-orders', parts: { id: 'shop_id' } },
  async handle(context: Context<'carts' | 'view' | 'lists' | 'mail'>, { shop_id, deployment_id, ...args }) {
    const { note, valid_days, ...purchase } = args;
    const deployment = await chooseDeployment(context, shop_id, deployment_id);
    const checkoutId = context.ids.next('chk');
    // Calls that name no buyer share a reference, and the person on the phone is none of theirs.
    const buyer_id = `draft-${context.ids.uuid()}`;
    return context.update(
      (rows) => {
        const shop = ownShop(rows, context, shop_id);
        // A new draft has no version that the caller could have read.
        context.expectVersion(undefined);
        const { checkout: built } = buildPurchase(
          rows,
          inDeployment(context, deployment, buyer_id),
          checkoutId,
          purchase,
        );
        const isMailed = canMailLink(context.services.mail.secret, shop, built);
        const draft = {
          by: context.caller.id,
          ...(note !== undefined && { note }),
          ...(isMailed && { mailed_at: context.now }),
        };
        const put = insertWrite('checkout', makeDraft(built, draft, valid_days));
        return {
          writes: buildCheckoutWrites(authorOf(context), shop.organization_id, put, 'checkout.drafted', ['draft']),
          answer: draftAnswerOf(rows, context, put.row),
        };
      },
      ...buildCartHints(shop_id, checkoutId, buildPurchaseNeeds(purchase)),
    );
  },
});

/**
 * Finds the named deployment of the shop, or its oldest one.
 * @throws PortalError `shop_not_found`, `deployment_not_found`
 */
async function chooseDeployment(
  context: Context<'lists'>,
  shop_id: string,
  wanted: string | undefined,
): Promise<Deployment> {
  const named = await context.read((rows) => {
    ownShop(rows, context, shop_id);
    return wanted === undefined ? undefined : rows.get('deployment', wanted);
  });
  const [oldest] =
    wanted === undefined ? (await context.services.lists.page('deployments', { shop_id }, undefined, 1)).entries : [];
  const found = named ?? oldest;
  if (found?.shop_id !== shop_id) throw notFoundError('deployment_not_found');
  return found;
}
