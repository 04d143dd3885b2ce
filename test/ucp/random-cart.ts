import fc from 'fast-check';
import { ADDRESS, type UcpPortal } from './platform.js';

/** Random calls of the portal's own API on a cart, and the UCP body that describes the same cart in one call. */

const PLAIN = ['enamel-mug', 'linen-tea-towel', 'sea-salt', 'wooden-spoon', 'preserving-ebook'];

const properties = fc.constantFrom(
  { item: 'keepsake-mug', set: [{ name: 'Engraving', value: 'Ada & Bo' }] },
  { item: 'keepsake-mug', set: [{ name: 'Engraving', value: 'Grüße, 日本' }] },
  { item: 'keepsake-mug', set: [] },
  { item: 'coffee-beans', set: [{ name: 'Grind', value: 'Espresso' }] },
  { item: 'coffee-beans', set: [] },
  { item: 'gift-voucher', set: [{ name: 'Value', value: '$100' }] },
);

const quantity = fc.integer({ min: 1, max: 4 });

const plainSteps = [
  fc.record({ type: fc.constant('add' as const), item: fc.constantFrom(...PLAIN), quantity }),
  fc.record({ type: fc.constant('change' as const), line: fc.nat(5), quantity: fc.integer({ min: 0, max: 5 }) }),
  fc.record({ type: fc.constant('remove' as const), line: fc.nat(5) }),
  fc.record({
    type: fc.constant('buyer' as const),
    buyer: fc.record(
      {
        email: fc.constantFrom('ada@example.com', 'bo@example.com'),
        first_name: fc.constantFrom('Ada', 'Bo'),
        last_name: fc.constantFrom('Park'),
        phone_number: fc.constant('+15035550123'),
      },
      { requiredKeys: ['email'] },
    ),
  }),
  fc.record({ type: fc.constant('code' as const), code: fc.constantFrom('WELCOME10', 'mug5', 'FREESHIP') }),
  fc.record({ type: fc.constant('place' as const), region: fc.constantFrom('OR', 'WA') }),
  fc.record({
    type: fc.constant('option' as const),
    option: fc.constantFrom('standard', 'express', 'pickup-portland'),
  }),
];

/** Steps that UCP can express only with the extension for properties. */
const propertySteps = [
  properties.chain((one) => fc.record({ type: fc.constant('add-with' as const), with: fc.constant(one), quantity })),
  fc.record({ type: fc.constant('set' as const), line: fc.nat(5), with: properties }),
];

export function sequences(hasProperties: boolean) {
  const step = fc.oneof(...plainSteps, ...(hasProperties ? propertySteps : []));
  return fc.array(step, { minLength: 1, maxLength: 8 });
}

type Steps = ReturnType<typeof sequences> extends fc.Arbitrary<infer Value> ? Value : never;
type Step = Steps[number];

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into as they are
export type Answer = any;

let buyers = 0;

/** Builds a cart with these calls. Rejected steps change nothing. */
export async function partially({ portal }: Pick<UcpPortal, 'portal'>, steps: Steps): Promise<Answer> {
  const buyer = { headers: { 'x-buyer-id': `b-${buyers++}` } };
  const own = async (method: string, path: string, body?: unknown) =>
    (await portal.request(method, `/api/commerce/checkouts${path}`, { ...buyer, body })).json;
  const { id } = (await own('GET', '/current')).data;
  const read = async () => (await own('GET', `/${id}`)).data;
  for (const one of steps) {
    const line = 'line' in one ? (await read()).line_items[one.line] : undefined;
    const call = callOf(one, line);
    if (call) await own(call[0], `/${id}${call[1]}`, call[2]);
  }
  return read();
}

/** Returns the call of a step, or `undefined` if the step needs a line that does not exist. */
function callOf(one: Step, line: Answer): readonly [method: string, path: string, body?: object] | undefined {
  const path = line && `/line-items/${line.id}`;
  switch (one.type) {
    case 'add':
      return ['POST', '/line-items', { line_items: [{ item: { id: one.item }, quantity: one.quantity }] }];
    case 'add-with': {
      const { item, set } = one.with;
      return ['POST', '/line-items', { line_items: [{ item: { id: item }, quantity: one.quantity, properties: set }] }];
    }
    case 'change':
      return path && ['PATCH', path, { quantity: one.quantity }];
    case 'set':
      return path && ['PATCH', path, { quantity: line.quantity, properties: one.with.set }];
    case 'remove':
      return path && ['DELETE', path];
    case 'buyer':
      return ['POST', '/buyer', { buyer: one.buyer }];
    case 'code':
      return ['POST', '/discount', { code: one.code }];
    case 'place':
      return ['POST', '/fulfillment/destination', { destination: { ...ADDRESS, address_region: one.region } }];
    case 'option':
      return ['POST', '/fulfillment', { selected_option_id: one.option }];
  }
}

/** Returns the UCP body that describes a cart of the portal's own API in one call. */
export function replacement(own: Answer): object {
  const methods: Answer[] = own.fulfillment.methods;
  const pickup = methods.find(({ type, selected_destination_id }) => type === 'pickup' && selected_destination_id);
  const shipping = methods.find(({ type }) => type === 'shipping');
  const chosen = pickup
    ? { type: 'pickup', line_item_ids: [], selected_destination_id: pickup.selected_destination_id }
    : {
        type: 'shipping',
        line_item_ids: [],
        destinations: shipping?.destinations ?? [],
        groups: [{ id: 'g', selected_option_id: shipping?.groups[0].selected_option_id ?? null }],
      };
  return {
    line_items: own.line_items.map(({ item, quantity: units, properties: set }: Answer) => ({
      item: { id: item.id },
      quantity: units,
      ...(set.length > 0 && { properties: set }),
    })),
    ...(own.buyer && { buyer: own.buyer }),
    discounts: { codes: own.discounts.codes },
    fulfillment: { methods: shipping || pickup ? [chosen] : [] },
  };
}
