import { catalogRows } from './catalog-rows.js';
import { checkoutRows } from './checkout-rows.js';
import { completeRows } from './complete-rows.js';
import { fulfillmentRows } from './fulfillment-rows.js';
import { lineRows } from './line-rows.js';
import { orderRows } from './order-rows.js';
import { describeBadInput } from './suite.js';

describeBadInput(['commerce'], {
  ...catalogRows,
  ...checkoutRows,
  ...lineRows,
  ...fulfillmentRows,
  ...completeRows,
  ...orderRows,
});
