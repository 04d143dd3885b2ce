import { CHECKOUT_ERRORS } from './checkout-errors.js';
import { ORDER_ERRORS } from './order-errors.js';
import { RECEIPT_ERRORS } from './receipt-errors.js';
import { REQUEST_ERRORS } from './request-errors.js';
import { SHOP_ERRORS } from './shop-errors.js';
import { TENANT_ERRORS } from './tenant-errors.js';
import { UCP_ERRORS } from './ucp-errors.js';
import { WEBHOOK_ERRORS } from './webhook-errors.js';

/** Codes by subject, in the order of docs/errors.md. */
export const ERROR_GROUPS = {
  'Any request': REQUEST_ERRORS,
  'Items and checkouts': CHECKOUT_ERRORS,
  Orders: ORDER_ERRORS,
  'Shops and their items': SHOP_ERRORS,
  'Organizations, agents and keys': TENANT_ERRORS,
  'Signing keys and receipts': RECEIPT_ERRORS,
  Webhooks: WEBHOOK_ERRORS,
  UCP: UCP_ERRORS,
};

/** All error codes (docs/errors.md): status, cause, fix, and the next tool to call. */
export const ERRORS = {
  ...REQUEST_ERRORS,
  ...CHECKOUT_ERRORS,
  ...ORDER_ERRORS,
  ...SHOP_ERRORS,
  ...TENANT_ERRORS,
  ...RECEIPT_ERRORS,
  ...WEBHOOK_ERRORS,
  ...UCP_ERRORS,
};

export type ErrorCode = keyof typeof ERRORS;
