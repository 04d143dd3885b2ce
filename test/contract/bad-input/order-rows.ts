import type { OperationName } from '../portal-api.js';
import { wrongPaging } from './catalog-rows.js';
import { bodies, invalid, type MakeRow, paths, tooLong } from './row.js';

const O = '/api/commerce/orders';

const getOrder: MakeRow = ({ order }) => ({ right: { path: `${O}/${order}` }, wrong: [] });

const listOrders: MakeRow = () => ({
  right: { path: `${O}?limit=100&status=processing` },
  wrong: [
    ...wrongPaging(O),
    ...paths([
      ['unknown status', `${O}?status=shipped`, invalid(/^status/)],
      ['status in another case', `${O}?status=PROCESSING`, invalid(/^status/)],
      ['status empty', `${O}?status=`, invalid(/^status/)],
      ['status twice', `${O}?status=processing&status=on_hold`, invalid(/^status/)],
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
  get_order: getOrder,
  list_orders: listOrders,
  hold_order: holdOrder,
  release_order: releaseOrder,
} satisfies Partial<Record<OperationName, MakeRow>>;
