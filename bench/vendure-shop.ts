import { Client, type Sent } from './client.js';
import type { Measured } from './processes.js';
import { quantityOf, textAt } from './shop.js';

/** A cart with its session, for use by one connection. */
export interface VendureCart {
  readonly token: string;
  /** Id of the first of its five lines. */
  readonly line: string;
}

const IN_CART = ['1', '2', '3', '4', '5'];
const SPARE = '6';

/** Members that the portal's response contains as well. */
const CART = `
  id code state currencyCode subTotal subTotalWithTax shipping total totalWithTax totalQuantity couponCodes
  discounts { description amountWithTax } taxSummary { description taxRate taxBase taxTotal }
  lines { id quantity unitPriceWithTax linePriceWithTax discountedLinePriceWithTax productVariant { id sku name price } }`;
const CHANGED = `... on Order { ${CART} } ... on ErrorResult { errorCode message }`;

const ACTIVE = `{ activeOrder { ${CART} } }`;
const ADD = `mutation($id: ID!, $quantity: Int!) { addItemToOrder(productVariantId: $id, quantity: $quantity) { ${CHANGED} } }`;
const ADJUST = `mutation($id: ID!, $quantity: Int!) { adjustOrderLine(orderLineId: $id, quantity: $quantity) { ${CHANGED} } }`;
const REMOVE = `mutation($id: ID!) { removeOrderLine(orderLineId: $id) { ${CHANGED} } }`;

/** Creates carts of five lines, each in a separate session. */
export async function prepareVendure(vendure: Measured, connections: number): Promise<readonly VendureCart[]> {
  return await Promise.all(Array.from({ length: connections }, () => fillCart(vendure)));
}

async function fillCart(vendure: Measured): Promise<VendureCart> {
  const token = await newSession(vendure);
  const client = new Client(vendure.url, 1);
  for (const [index, id] of IN_CART.entries()) await client.json(sent(token, ADD, { id, quantity: index + 1 }));
  const answer = await client.json(readVendure({ token, line: '' }));
  client.close();
  return { token, line: textAt(answer, 'data', 'activeOrder', 'lines', '0', 'id') };
}

/** Starts a session by adding an item, since the response to a first mutation has the token, and removes the item. */
async function newSession({ url }: Measured): Promise<string> {
  const body = JSON.stringify({ query: ADD, variables: { id: SPARE, quantity: 1 } });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/shop-api`, { method: 'POST', headers, body });
  const token = response.headers.get('vendure-auth-token');
  if (!token) throw new Error(`Vendure answered no token: ${(await response.text()).slice(0, 300)}`);
  const line = textAt(await response.json(), 'data', 'addItemToOrder', 'lines', '0', 'id');
  const client = new Client(url, 1);
  await client.json(sent(token, REMOVE, { id: line }));
  client.close();
  return token;
}

export function readVendure({ token }: VendureCart): Sent {
  return sent(token, ACTIVE, {});
}

export function updateVendure({ token, line }: VendureCart, turn: number): Sent {
  return sent(token, ADJUST, { id: line, quantity: quantityOf(turn) });
}

/** Adds a line and removes it, in two calls. */
export async function addToVendure(client: Client, { token }: VendureCart): Promise<void> {
  const answer = await client.json(sent(token, ADD, { id: SPARE, quantity: 1 }));
  const line = textAt(answer, 'data', 'addItemToOrder', 'lines', '5', 'id');
  await client.run(sent(token, REMOVE, { id: line }));
}

function sent(token: string, query: string, variables: Readonly<Record<string, unknown>>): Sent {
  const headers = { authorization: `Bearer ${token}` };
  return { method: 'POST', path: '/shop-api', headers, body: { query, variables } };
}
