import type { OperationName } from '../portal-api.js';
import { wrongText, wrongUnits } from './order-line-wrongs.js';
import { bodies, invalid, type MakeRow } from './row.js';

const O = '/api/commerce/orders';
/** The test clock is at noon of this day. */
const DAY = '2026-11-20';

const MUG = [{ id: 'mug', quantity: 1 }];
const SHIPPED = { type: 'shipped', line_items: MUG };

const FULL = {
  ...SHIPPED,
  occurred_at: `${DAY}T11:00:00-01:00`,
  carrier: 'x'.repeat(100),
  tracking_number: 'x'.repeat(100),
  tracking_url: `https://track.example/${'x'.repeat(1978)}`,
  description: 'x'.repeat(500),
};

const type = invalid(/^type/);
const time = invalid(/^occurred_at: /);
const url = invalid(/^tracking_url: /);

const TYPES = ['', 'SHIPPED', 'lost', 'refund', null, 1, ['shipped']];
const TIMES = ['', 'now', DAY, `${DAY}T10:00:00`, `${DAY} 10:00:00Z`, '2026-02-30T10:00:00Z', 1, null];
const FUTURE = [`${DAY}T13:00:00Z`, `${DAY}T12:00:00-01:00`, '2999-01-01T00:00:00Z'];
const URLS = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' https://track.example',
  'data:text/html,x',
  'file:///etc/passwd',
  'ftp://track.example',
  '//track.example',
  'track.example/1',
  'https://',
  'https://track.example/a b',
  'https://track.example/\n',
  `https://track.example/${'x'.repeat(1979)}`,
  'https:///path',
  'https://no host/1',
  'https://[track/1',
  'https://track.example/\u0001',
  'https://track.example/\u0085',
  'https://track.example/\u202egnp.exe',
  '/media/../api',
  '/media/%2E%2e/api',
  '/media/..\\api',
  '/medial/1',
  '',
  null,
  1,
];

const recordEvent: MakeRow = ({ order, held, moved }) => ({
  right: { path: `${O}/${moved}/fulfillment-events`, body: FULL },
  wrong: [
    ...bodies([
      ['no type', { line_items: MUG }, invalid(/^type: is required/)],
      ['no line_items', { type: 'shipped' }, invalid(/line_items: is required/)],
      ...TYPES.map((value) => [`type ${JSON.stringify(value)}`, { ...SHIPPED, type: value }, type] as const),
      ...wrongUnits({ type: 'shipped' }),
      ...TIMES.map((value) => [`time ${JSON.stringify(value)}`, { ...SHIPPED, occurred_at: value }, time] as const),
      ...FUTURE.map((value) => [`the future: ${value}`, { ...SHIPPED, occurred_at: value }, time] as const),
      [
        'before the order',
        { ...SHIPPED, occurred_at: `${DAY}T11:54:59Z` },
        invalid(/^occurred_at: .*before the order/),
      ],
      ['before 1970', { ...SHIPPED, occurred_at: '1969-12-31T23:59:59Z' }, time],
      ...URLS.map((value, index) => [`url ${index}`, { ...SHIPPED, tracking_url: value }, url] as const),
      ...wrongText(SHIPPED, 'carrier', 100),
      ...wrongText(SHIPPED, 'tracking_number', 100),
      ...wrongText(SHIPPED, 'description', 500),
      ...overQuantity(),
    ]),
    ...[order, held].map((id, index) => ({
      name: `delivered, but nothing has left the shop, ${['open', 'held'][index]} order`,
      path: `${O}/${id}/fulfillment-events`,
      body: { ...SHIPPED, type: 'delivered' },
      refusal: invalid(/^line_items\[0\]\.quantity: must be at most 0, the units of the line that have left the shop$/),
    })),
    {
      name: 'held order',
      path: `${O}/${held}/fulfillment-events`,
      body: SHIPPED,
      refusal: [409, 'order_on_hold', /on_hold/],
    },
  ],
});

/** In the order, one of two mugs was shipped, and the shirt was not. */
function overQuantity() {
  const left = invalid(
    /^line_items\[0\]\.quantity: must be at most 1, the units of the line that are still in the shop$/,
  );
  const second = invalid(/^line_items\[1\]\.quantity: /);
  const mugs = (quantity: number) => [{ id: 'mug', quantity }];
  return [
    ['more than is left', { type: 'shipped', line_items: mugs(2) }, left],
    ['the highest quantity allowed', { type: 'provisioned', line_items: mugs(9999) }, left],
    ['ready_for_pickup: more than is left', { type: 'ready_for_pickup', line_items: mugs(2) }, left],
    ['a line twice', { type: 'picked_up', line_items: [...MUG, ...MUG] }, invalid(/^line_items\[1\]\.id: each line/)],
    ['a valid and an excessive line', { type: 'shipped', line_items: [...MUG, { id: 'tee', quantity: 2 }] }, second],
    [
      'delivered: more units than have left the shop',
      { type: 'delivered', line_items: mugs(2) },
      invalid(/quantity: must be at most 1, /),
    ],
    [
      'in_transit: a line twice',
      { type: 'in_transit', line_items: [...MUG, ...MUG] },
      invalid(/^line_items\[1\]\.id: /),
    ],
    [
      'delivered: a line of which no unit has left the shop',
      { type: 'delivered', line_items: TEE },
      invalid(/quantity: must be at most 0,/),
    ],
  ] as const;
}

const TEE = [{ id: 'tee', quantity: 1 }];

export const eventRows = { record_fulfillment_event: recordEvent } satisfies Partial<Record<OperationName, MakeRow>>;
