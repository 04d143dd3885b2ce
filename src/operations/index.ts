import type { Operation } from '../calls/define.js';
import { createAgent } from './agent/create-agent.js';
import { getAgent } from './agent/get-agent.js';
import { listAgents } from './agent/list-agents.js';
import { updateAgent } from './agent/update-agent.js';
import { listAuditEvents } from './audit/list-audit-events.js';
import { getItem } from './catalog/get-item.js';
import { searchCatalog } from './catalog/search-catalog.js';
import { acceptTerms } from './checkout/accept-terms.js';
import { addLineItems } from './checkout/add-line-items.js';
import { applyDiscount } from './checkout/apply-discount.js';
import { approveTotals } from './checkout/approve-totals.js';
import { buy } from './checkout/buy.js';
import { cancelCheckout } from './checkout/cancel-checkout.js';
import { completeCheckout } from './checkout/complete-checkout.js';
import { confirmAge } from './checkout/confirm-age.js';
import { getCart } from './checkout/get-cart.js';
import { getCheckout } from './checkout/get-checkout.js';
import { listFulfillmentMethods } from './checkout/list-fulfillment-methods.js';
import { refillCheckout } from './checkout/refill-checkout.js';
import { removeDiscount } from './checkout/remove-discount.js';
import { removeLineItem } from './checkout/remove-line-item.js';
import { reorder } from './checkout/reorder.js';
import { selectFulfillment } from './checkout/select-fulfillment.js';
import { setBuyer } from './checkout/set-buyer.js';
import { setDestination } from './checkout/set-destination.js';
import { updateLineItem } from './checkout/update-line-item.js';
import { createConsumer } from './consumer/create-consumer.js';
import { createLinkCode } from './consumer/create-link-code.js';
import { getConsumer } from './consumer/get-consumer.js';
import { linkConsumer } from './consumer/link-consumer.js';
import { listConsumerKeys } from './consumer/list-consumer-keys.js';
import { listConsumers } from './consumer/list-consumers.js';
import { registerConsumerKey } from './consumer/register-consumer-key.js';
import { revokeConsumerKey } from './consumer/revoke-consumer-key.js';
import { updateConsumer } from './consumer/update-consumer.js';
import { cancelDraftOrder } from './draft/cancel-draft-order.js';
import { createDraftOrder } from './draft/create-draft-order.js';
import { editOrder } from './draft/edit-order.js';
import { getDraftOrder } from './draft/get-draft-order.js';
import { listDraftOrders } from './draft/list-draft-orders.js';
import { sendDraftOrder } from './draft/send-draft-order.js';
import { createKey } from './key/create-key.js';
import { listKeys } from './key/list-keys.js';
import { revokeKey } from './key/revoke-key.js';
import { setKeyLimits } from './key/set-key-limits.js';
import { listOrderNotices } from './mail/list-order-notices.js';
import { previewOrderNotice } from './mail/preview-order-notice.js';
import { reportBounce } from './mail/report-bounce.js';
import { resendOrderNotices } from './mail/resend-order-notices.js';
import { sendTestNotice } from './mail/send-test-notice.js';
import { adjustOrder } from './order/adjust-order.js';
import { answerOrderRequest } from './order/answer-order-request.js';
import { cancelOrder } from './order/cancel-order.js';
import { capturePayment } from './order/capture-payment.js';
import { correctTracking } from './order/correct-tracking.js';
import { getOrder } from './order/get-order.js';
import { getOrderHistory } from './order/get-order-history.js';
import { getOrderStatement } from './order/get-order-statement.js';
import { getReceiptContext } from './order/get-receipt-context.js';
import { holdOrder } from './order/hold-order.js';
import { listOrders } from './order/list-orders.js';
import { markOrderPaid } from './order/mark-order-paid.js';
import { recordFulfillmentEvent } from './order/record-fulfillment-event.js';
import { releaseOrder } from './order/release-order.js';
import { requestOrderChange } from './order/request-order-change.js';
import { withdrawOrderRequest } from './order/withdraw-order-request.js';
import { getOrganization } from './organization/get-organization.js';
import { erasePersonalData } from './privacy/erase-personal-data.js';
import { exportPersonalData } from './privacy/export-personal-data.js';
import { countersignReceipt } from './receipt/countersign-receipt.js';
import { getConsistencyProof } from './receipt/get-consistency-proof.js';
import { getInclusionProof } from './receipt/get-inclusion-proof.js';
import { getLogCheckpoint } from './receipt/get-log-checkpoint.js';
import { getReceipt } from './receipt/get-receipt.js';
import { getReceiptBundle } from './receipt/get-receipt-bundle.js';
import { getReceiptProof } from './receipt/get-receipt-proof.js';
import { listReceipts } from './receipt/list-receipts.js';
import { submitReceipt } from './receipt/submit-receipt.js';
import { submitReceipts } from './receipt/submit-receipts.js';
import { createDeployment } from './shop/create-deployment.js';
import { createShop } from './shop/create-shop.js';
import { deleteDiscount } from './shop/delete-discount.js';
import { deletePaymentAccount } from './shop/delete-payment-account.js';
import { endGrant } from './shop/end-grant.js';
import { getDiscount } from './shop/get-discount.js';
import { getPaymentAccount } from './shop/get-payment-account.js';
import { getPolicies } from './shop/get-policies.js';
import { getShopItem } from './shop/get-shop-item.js';
import { getShopSettings } from './shop/get-shop-settings.js';
import { getShopSummary } from './shop/get-shop-summary.js';
import { importItems } from './shop/import-items.js';
import { listAbandonedCarts } from './shop/list-abandoned-carts.js';
import { listDeployments } from './shop/list-deployments.js';
import { listDiscounts } from './shop/list-discounts.js';
import { listGrants } from './shop/list-grants.js';
import { listOrderRequests } from './shop/list-order-requests.js';
import { listShopItems } from './shop/list-shop-items.js';
import { listShopOrders } from './shop/list-shop-orders.js';
import { listShops } from './shop/list-shops.js';
import { listStockMovements } from './shop/list-stock-movements.js';
import { moveStock } from './shop/move-stock.js';
import { patchItem } from './shop/patch-item.js';
import { putDiscount } from './shop/put-discount.js';
import { putItem } from './shop/put-item.js';
import { putMedia } from './shop/put-media.js';
import { putPaymentAccount } from './shop/put-payment-account.js';
import { SHOP_ORDER_OPERATIONS } from './shop/shop-order-operations.js';
import { testPaymentAccount } from './shop/test-payment-account.js';
import { updateShopSettings } from './shop/update-shop-settings.js';
import { withdrawItem } from './shop/withdraw-item.js';
import { getSigningKey } from './signing-key/get-signing-key.js';
import { listSigningKeys } from './signing-key/list-signing-keys.js';
import { registerSigningKey } from './signing-key/register-signing-key.js';
import { revokeSigningKey } from './signing-key/revoke-signing-key.js';
import { rotateSigningKey } from './signing-key/rotate-signing-key.js';
import { inviteStaff } from './staff/invite-staff.js';
import { listStaff } from './staff/list-staff.js';
import { removeStaff } from './staff/remove-staff.js';
import { sendStaffInvitation } from './staff/send-staff-invitation.js';
import { setStaffNotices } from './staff/set-staff-notices.js';
import { setStaffRole } from './staff/set-staff-role.js';
import { createWebhook } from './webhook/create-webhook.js';
import { deleteWebhook } from './webhook/delete-webhook.js';
import { getWebhook } from './webhook/get-webhook.js';
import { listWebhookDeliveries } from './webhook/list-webhook-deliveries.js';
import { listWebhooks } from './webhook/list-webhooks.js';
import { pingWebhook } from './webhook/ping-webhook.js';
import { resendWebhookDeliveries } from './webhook/resend-webhook-deliveries.js';
import { rotateWebhookSecret } from './webhook/rotate-webhook-secret.js';
import { updateWebhook } from './webhook/update-webhook.js';

/**
 * All operations, in the order of tools and documents. Clients cache the tool list, so the order must stay stable:
 * append a new operation to its group.
 */
export const OPERATIONS: readonly Operation[] = [
  searchCatalog,
  getItem,
  getCart,
  getCheckout,
  addLineItems,
  updateLineItem,
  removeLineItem,
  setBuyer,
  applyDiscount,
  removeDiscount,
  setDestination,
  listFulfillmentMethods,
  selectFulfillment,
  completeCheckout,
  cancelCheckout,
  buy,
  approveTotals,
  confirmAge,
  acceptTerms,
  refillCheckout,
  getOrder,
  listOrders,
  reorder,
  holdOrder,
  releaseOrder,
  recordFulfillmentEvent,
  correctTracking,
  cancelOrder,
  adjustOrder,
  markOrderPaid,
  capturePayment,
  getOrderHistory,
  getReceiptContext,
  getOrderStatement,
  getPolicies,
  requestOrderChange,
  withdrawOrderRequest,
  answerOrderRequest,
  getShopSettings,
  updateShopSettings,
  listDiscounts,
  getDiscount,
  putDiscount,
  deleteDiscount,
  createShop,
  listShops,
  createDeployment,
  listDeployments,
  listShopItems,
  getShopItem,
  putItem,
  importItems,
  patchItem,
  withdrawItem,
  moveStock,
  listStockMovements,
  putMedia,
  listShopOrders,
  listOrderRequests,
  ...SHOP_ORDER_OPERATIONS,
  createDraftOrder,
  listDraftOrders,
  getDraftOrder,
  sendDraftOrder,
  cancelDraftOrder,
  editOrder,
  listAbandonedCarts,
  getShopSummary,
  getPaymentAccount,
  putPaymentAccount,
  deletePaymentAccount,
  testPaymentAccount,
  listGrants,
  endGrant,
  exportPersonalData,
  erasePersonalData,
  createConsumer,
  getConsumer,
  updateConsumer,
  listConsumers,
  createLinkCode,
  linkConsumer,
  registerConsumerKey,
  listConsumerKeys,
  revokeConsumerKey,
  getAgent,
  updateAgent,
  createAgent,
  listAgents,
  listKeys,
  createKey,
  setKeyLimits,
  revokeKey,
  listStaff,
  inviteStaff,
  setStaffRole,
  removeStaff,
  setStaffNotices,
  sendStaffInvitation,
  listAuditEvents,
  getOrganization,
  registerSigningKey,
  listSigningKeys,
  getSigningKey,
  rotateSigningKey,
  revokeSigningKey,
  submitReceipt,
  getReceipt,
  listReceipts,
  getReceiptBundle,
  getReceiptProof,
  getLogCheckpoint,
  getInclusionProof,
  getConsistencyProof,
  submitReceipts,
  countersignReceipt,
  createWebhook,
  listWebhooks,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  pingWebhook,
  listWebhookDeliveries,
  resendWebhookDeliveries,
  listOrderNotices,
  previewOrderNotice,
  resendOrderNotices,
  sendTestNotice,
  reportBounce,
];
