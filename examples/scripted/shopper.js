/**
 * The scripted model. It chooses the next call from the tools' responses so far. Like a real model, it reads only their
 * text, and fails if they lack what it needs.
 */

/**
 * @typedef {{ readonly tool: string, readonly args: Record<string, unknown> }} Step a call
 * @typedef {{ readonly say: string }} End the final message
 */

const BUYER = { email: 'robin@example.com', full_name: 'Robin Park' };
const INVOICE = { instruments: [{ id: 'invoice_1', handler_id: 'invoice' }] };

/**
 * @param {readonly string[]} answers the texts of the results so far, oldest first
 * @returns {Step | End}
 */
export function nextStep(answers) {
  const [found, cart, , , options, selected, completed] = answers.map(dataOf);
  const checkout_id = cart?.id;
  switch (answers.length) {
    case 0:
      return { tool: 'search_catalog', args: { query: 'enamel camp mug', limit: 3 } };
    case 1:
      return { tool: 'get_cart', args: {} };
    case 2:
      return {
        tool: 'add_line_items',
        args: { checkout_id, line_items: [{ item: { id: found[0].id }, quantity: 2 }] },
      };
    case 3:
      return { tool: 'set_buyer', args: { checkout_id, buyer: BUYER } };
    case 4:
      return { tool: 'list_fulfillment_methods', args: { checkout_id } };
    case 5:
      return { tool: 'select_fulfillment', args: { checkout_id, selected_option_id: inPortland(options).id } };
    case 6:
      return {
        tool: 'complete_checkout',
        args: { checkout_id, expected_total: totalOf(selected), payment: INVOICE },
      };
    default:
      return {
        say: completed?.order ? `The order is placed: ${completed.order.permalink_url}` : 'The order is not placed.',
      };
  }
}

/**
 * Returns the data of a response; `undefined` for an error.
 * @param {string} text
 */
function dataOf(text) {
  try {
    return JSON.parse(text).data;
  } catch {
    return undefined;
  }
}

/** @param {readonly { readonly id: string, readonly title: string }[]} options */
function inPortland(options) {
  const option = options.find(({ title }) => title.includes('Portland'));
  if (!option) throw new Error('the script finds no pickup in Portland');
  return option;
}

/**
 * Returns the total of a full checkout, which lists its totals, or of a summary, which has them by type.
 * @param {{ readonly totals: Record<string, number> | readonly { readonly type: string, readonly amount: number }[] }} checkout
 */
function totalOf({ totals }) {
  return Array.isArray(totals) ? totals.find(({ type }) => type === 'total')?.amount : Object(totals).total;
}
