import { CHECKOUT_ERRORS } from './errors/checkout-errors.js';
import { ORDER_ERRORS } from './errors/order-errors.js';
import { RECEIPT_ERRORS } from './errors/receipt-errors.js';
import { REQUEST_ERRORS } from './errors/request-errors.js';
import { SHOP_ERRORS } from './errors/shop-errors.js';
import { TENANT_ERRORS } from './errors/tenant-errors.js';

/** The one table of error codes (docs/api.md, HTTP): status, when it happens, what to do, and the tool to call next. */
export const ERRORS = {
  ...REQUEST_ERRORS,
  ...CHECKOUT_ERRORS,
  ...ORDER_ERRORS,
  ...SHOP_ERRORS,
  ...TENANT_ERRORS,
  ...RECEIPT_ERRORS,
};

export type ErrorCode = keyof typeof ERRORS;
