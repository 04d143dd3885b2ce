import type { AgentAnswer } from '../../calls/agent-answer.js';
import type { CheckoutF } from '../../schema/checkout.js';
import { checkoutSummary as schema } from '../../schema/checkout-summary.js';
import { dataOf } from '../../schema/primitives.js';
import { checkoutSummary } from '../../view/checkout-summary.js';

/** Agents get a summary of the checkout; get_checkout returns all of it. */
export const summaryForAgents: AgentAnswer<{ data: CheckoutF }> = {
  schema: dataOf(schema),
  of: ({ data }) => ({ data: checkoutSummary(data) }),
};
