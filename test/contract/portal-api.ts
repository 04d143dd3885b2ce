import { z } from 'zod';
import * as attested from './attestation-contract.js';
import { item, itemList } from './catalog-contract.js';
import { checkoutB, checkoutF } from './checkout-contract.js';
import { errorBody } from './error-contract.js';
import { fulfillmentMethods } from './fulfillment-contract.js';
import { order, orderHistory, orderSummaryList, orderWithReceipts } from './order-contract.js';
import { discount, discountList, shopSettings } from './shop-contract.js';
import * as tenant from './tenant-contract.js';

/**
 * Contract of shopping, tenants, signing keys and receipts, written by hand from the API document and design documents,
 * which are not in this repository; `docs` has the same rules. Nothing here is derived from the code, so tests against
 * the contract find members that the code lacks or adds. To change the contract, change the documents first.
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
  ORGANIZATION_SCOPES,
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

/** Schemas by the names in `DOCUMENTED_PATHS`, each of a single object or of a whole body. */
export const SCHEMAS = {
  checkoutF,
  checkoutB,
  order,
  orderWithReceipts,
  orderSummaryList,
  orderHistory,
  item,
  itemList,
  fulfillmentMethods,
  shopSettings,
  discount,
  discountList,
  ...tenant,
  ...attested,
  errorBody,
};

/** API document, Conventions: whole success body for each response name in `operations`. */
export const BODIES = {
  checkoutF: z.strictObject({ data: checkoutF }),
  checkoutB: z.strictObject({ data: checkoutB }),
  order: z.strictObject({ data: order }),
  orderWithReceipts: z.strictObject({ data: orderWithReceipts }),
  item: z.strictObject({ data: item }),
  orderSummaryList,
  orderHistory,
  itemList,
  fulfillmentMethods,
  shopSettings: z.strictObject({ data: shopSettings }),
  discount: z.strictObject({ data: discount }),
  discountList,
  shop: z.strictObject({ data: tenant.shop }),
  shopList: tenant.shopList,
  deployment: z.strictObject({ data: tenant.deployment }),
  deploymentList: tenant.deploymentList,
  shopItem: z.strictObject({ data: tenant.shopItem }),
  shopItemList: tenant.shopItemList,
  movementList: tenant.movementList,
  picture: z.strictObject({ data: tenant.picture }),
  itemImport: z.strictObject({ data: tenant.itemImport }),
  consumer: z.strictObject({ data: tenant.consumer }),
  consumerList: tenant.consumerList,
  linkCode: z.strictObject({ data: tenant.linkCode }),
  agent: z.strictObject({ data: tenant.agent }),
  agentList: tenant.agentList,
  apiKey: z.strictObject({ data: tenant.apiKey }),
  apiKeyList: tenant.apiKeyList,
  newApiKey: z.strictObject({ data: tenant.newApiKey }),
  signingKey: z.strictObject({ data: attested.signingKey }),
  registration: attested.registration,
  signingKeyList: attested.signingKeyList,
  verifiedReceipt: attested.verifiedReceipt,
  submissionOutcomes: attested.submissionOutcomes,
  receipt: z.strictObject({ data: attested.receipt }),
  receiptList: attested.receiptList,
  receiptContext: z.strictObject({ data: attested.receiptContext }),
  logCheckpoint: z.strictObject({ data: attested.logCheckpoint }),
  inclusionProof: z.strictObject({ data: attested.inclusionProof }),
  consistencyProof: z.strictObject({ data: attested.consistencyProof }),
  receiptBundle: z.strictObject({ data: attested.receiptBundle }),
};
