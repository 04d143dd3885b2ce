import type { Message, MessageCode } from './message.js';

/** Tools that clear a message, in the order of their calls; empty if no tool call can clear it. */
const TOOLS: Readonly<Record<MessageCode, readonly string[]>> = {
  cart_empty: ['search_catalog', 'add_line_items'],
  item_unavailable: ['remove_line_item'],
  out_of_stock: ['update_line_item'],
  limit_exceeded: ['update_line_item'],
  property_required: ['update_line_item'],
  field_required: ['set_destination'],
  region_unknown: ['set_destination'],
  postal_code_invalid: ['set_destination'],
  fulfillment_destination_required: ['set_destination'],
  fulfillment_option_required: ['list_fulfillment_methods', 'select_fulfillment'],
  fulfillment_unavailable: ['list_fulfillment_methods', 'select_fulfillment'],
  address_undeliverable: ['set_destination'],
  payment_unavailable: [],
  high_value_order: [],
  category_outside_limits: [],
  age_verification_required: [],
  terms_acceptance_required: [],
  backordered: ['update_line_item'],
  price_changed: ['update_line_item'],
  fulfillment_price_changed: ['select_fulfillment'],
  tax_changed: ['select_fulfillment'],
  fee_changed: ['select_fulfillment'],
  discount_code_ineligible: ['remove_discount'],
  discount_code_expired: ['remove_discount'],
  discount_code_combination_disallowed: ['remove_discount'],
  discount_code_without_effect: ['remove_discount'],
  fulfillment_option_dropped: ['select_fulfillment'],
  payment_action_required: ['get_checkout'],
  payment_failed: ['complete_checkout'],
  checkout_expired: ['get_cart'],
};

/** Returns an instruction and the tools, each once, to resolve everything that blocks a checkout. */
export function describeResolution(
  blocking: readonly Message[],
  continueUrl: string,
): [say: string, ...tools: string[]] {
  const forBuyer = blocking.some(({ severity }) => severity?.startsWith('requires_buyer'));
  const tools = [...new Set(blocking.flatMap(toolsFor))];
  if (forBuyer) {
    const open = `Ask the buyer to open ${continueUrl} and resolve it there, then complete again.`;
    return tools.length === 0 ? [open] : [`${open} Before that, clear the other messages.`, ...tools];
  }
  if (tools.length === 0) return ['Only the shop can change that; try again later.'];
  return ['Clear each of these, then complete again.', ...tools];
}

function toolsFor({ code, path }: Message): readonly string[] {
  if (code !== 'field_required' && code !== 'region_unknown') return TOOLS[code];
  return path.startsWith('$.fulfillment') ? TOOLS[code] : ['set_buyer'];
}
