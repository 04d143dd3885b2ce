import { z } from 'zod';
import {
  consistencyProof,
  inclusionProof,
  logCheckpoint,
  receipt,
  receiptBundle,
  receiptContext,
  receiptList,
  registration,
  signingKey,
  signingKeyList,
  verifiedReceipt,
} from './attestation-contract.js';
import { item, itemList } from './catalog-contract.js';
import { checkoutB, checkoutF } from './checkout-contract.js';
import { errorBody } from './error-contract.js';
import { fulfillmentMethods } from './fulfillment-contract.js';
import { order, orderHistory, orderSummaryList } from './order-contract.js';
import { discount, discountList, shopSettings } from './shop-contract.js';

/**
 * The contract of shopping, of a shop's own settings and discounts, and of signing keys and receipts, written by hand from the API document and from what `design.md` adds by name.
 * Nothing here is derived from the code, so that a test against it finds what the code left out or added.
 * Where the two can differ on purpose, change the documents first.
 */

export { receipt, receiptContext, signingKey } from './attestation-contract.js';
export { item, itemList } from './catalog-contract.js';
export { CHECKOUT_STATUSES, checkoutB, checkoutF } from './checkout-contract.js';
export { DOCUMENTED_PATHS, NEVER_ANSWERED, NOT_YET_PRODUCED } from './documented-paths.js';
export { ERROR_STATUS, errorBody, mcpErrorBody } from './error-contract.js';
export { fulfillmentMethod, fulfillmentMethods } from './fulfillment-contract.js';
export { isFreeForm, memberPaths } from './member-paths.js';
export { CHECKOUT_MESSAGES } from './message-contract.js';
export {
  type DocumentedOperation,
  NAMED_OPERATION_IDS,
  type OperationName,
  operations,
  type ResponseName,
  type ScopedOperation,
} from './operations-contract.js';
export { order, orderHistory, orderSummary, orderSummaryList } from './order-contract.js';
export {
  documentedQueryMembers,
  documentedRequestMembers,
  rawCardMembers,
} from './requests-contract.js';
export { discount, discountList, shopSettings } from './shop-contract.js';

/** The schema of each name in `DOCUMENTED_PATHS`: an object alone, or the whole body of a list. */
export const SCHEMAS = {
  checkoutF,
  checkoutB,
  order,
  orderSummaryList,
  orderHistory,
  item,
  itemList,
  fulfillmentMethods,
  shopSettings,
  discount,
  discountList,
  signingKey,
  registration,
  signingKeyList,
  verifiedReceipt,
  receipt,
  receiptList,
  receiptContext,
  logCheckpoint,
  inclusionProof,
  consistencyProof,
  receiptBundle,
  errorBody,
};

/** API document, Conventions: the whole success body that goes with each response name of `operations`. */
export const BODIES = {
  checkoutF: z.strictObject({ data: checkoutF }),
  checkoutB: z.strictObject({ data: checkoutB }),
  order: z.strictObject({ data: order }),
  item: z.strictObject({ data: item }),
  orderSummaryList,
  orderHistory,
  itemList,
  fulfillmentMethods,
  shopSettings: z.strictObject({ data: shopSettings }),
  discount: z.strictObject({ data: discount }),
  discountList,
  signingKey: z.strictObject({ data: signingKey }),
  registration,
  signingKeyList,
  verifiedReceipt,
  receipt: z.strictObject({ data: receipt }),
  receiptList,
  receiptContext: z.strictObject({ data: receiptContext }),
  logCheckpoint: z.strictObject({ data: logCheckpoint }),
  inclusionProof: z.strictObject({ data: inclusionProof }),
  consistencyProof: z.strictObject({ data: consistencyProof }),
  receiptBundle: z.strictObject({ data: receiptBundle }),
};
