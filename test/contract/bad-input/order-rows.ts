import type { OperationName } from '../portal-api.js';
import { wrongPaging } from './catalog-rows.js';
import { bodies, invalid, type MakeRow, paths, type Refusal, sentTwice, tooLong } from './row.js';

const O = '/api/commerce/orders';

const PAST = '2026-11-01T00:00:00Z';
const LATER = '2027-01-01T00:00:00%2B05:30';

function wrongTimes(member: string): [name: string, path: string, refusal: Refusal][] {
  const refusal = invalid(new RegExp(`^${member}`));
  const values = [
    '',
    'now',
    '0',
    '2026-11-20',
    '2026-11-20T12:00:00',
    '2026-02-30T00:00:00Z',
    '2026-11-20%2012:00:00Z',
  ];
  return [
    ...[...values, '1969-12-31T23:59:59Z', '3000-01-01T00:00:00Z'].map((value): [string, string, Refusal] => [
      `${member} "${value}"`,
      `${O}?${member}=${value}`,
      refusal,
    ]),
    [`${member} twice`, `${O}?${member}=${PAST}&${member}=${PAST}`, sentTwice(member)],
  ];
}

const listOrders: MakeRow = () => ({
  right: { path: `${O}?limit=100&status=processing&payment_status=paid&created_from=${PAST}&created_before=${LATER}` },
  wrong: [
    ...wrongPaging(O),
    ...paths([
      ['unknown status', `${O}?status=shipped`, invalid(/^status/)],
      ['status in another case', `${O}?status=PROCESSING`, invalid(/^status/)],
      ['status empty', `${O}?status=`, invalid(/^status/)],
      ['status twice', `${O}?status=processing&status=on_hold`, sentTwice('status')],
      ['unknown payment status', `${O}?payment_status=due`, invalid(/^payment_status/)],
      ['payment status in another case', `${O}?payment_status=Paid`, invalid(/^payment_status/)],
      ['payment status empty', `${O}?payment_status=`, invalid(/^payment_status/)],
      ['payment status twice', `${O}?payment_status=paid&payment_status=pending`, sentTwice('payment_status')],
      ...wrongTimes('created_from'),
      ...wrongTimes('created_before'),
      ['member of another operation', `${O}?query=mug`, invalid(/"query"/)],
    ]),
  ],
});

const holdOrder: MakeRow = ({ order, held }) => ({
  right: { path: `${O}/${order}/hold`, body: { reason: 'x'.repeat(500) } },
  wrong: [
    ...bodies([
      ['reason null', { reason: null }, invalid(/^reason/)],
      ['reason a number', { reason: 1 }, invalid(/^reason/)],
      ['reason a list', { reason: ['x'] }, invalid(/^reason/)],
      ['reason too long', { reason: tooLong(500) }, invalid(/^reason/)],
      ['reason empty', { reason: '' }, invalid(/^reason/)],
      ['reason blank', { reason: ' \n' }, invalid(/^reason/)],
    ]),
    { name: 'held order', path: `${O}/${held}/hold`, refusal: [409, 'order_already_on_hold', /on_hold/] },
  ],
});

const releaseOrder: MakeRow = ({ order, held }) => ({
  right: { path: `${O}/${held}/release` },
  wrong: [
    {
      name: 'order that is not held',
      path: `${O}/${order}/release`,
      refusal: [409, 'order_not_on_hold', /processing/],
    },
  ],
});

export const orderRows = {
  list_orders: listOrders,
  hold_order: holdOrder,
  release_order: releaseOrder,
} satisfies Partial<Record<OperationName, MakeRow>>;
