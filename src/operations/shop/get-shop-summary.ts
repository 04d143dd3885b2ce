import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import { dayOf } from '../../domain/values/calendar.js';
import { dataOf, date, id } from '../../schema/primitives.js';
import { shopSummary } from '../../schema/summary.js';
import { ownShop } from './own-shop.js';
import { daysProblem, summarizeSales } from './summary.js';

/** A call counts as this many requests in the rate limit, since it reads all orders placed on these days. */
const WEIGHT = 20;

export const getShopSummary = defineOperation({
  name: 'get_shop_summary',
  title: "Sum up a shop's orders",
  description:
    'What a shop has sold in a range of days, at most 366, by day in its time zone. An order with its refunds counts for the day on which it was placed, so the daily sums add up to those of the orders.',
  scope: 'orders:read',
  effect: 'read',
  idempotent: true,
  input: z
    .strictObject({
      shop_id: id('Id of the shop'),
      from: date('First day, in the time zone of the shop').optional(),
      to: date('Last day; default today').optional(),
    })
    .superRefine(({ from, to }, check) => {
      const problem = from === undefined || to === undefined ? undefined : daysProblem(from, to);
      if (problem !== undefined) check.addIssue({ code: 'custom', path: ['to'], message: problem });
    }),
  inputErrors: { shop_id: 'shop_not_found' },
  output: dataOf(shopSummary),
  sample: ({ sellingShop }) => ({ shop_id: sellingShop, from: '2026-01-01', to: '2026-12-31' }),
  errors: ['shop_not_found'],
  http: {
    method: 'get',
    path: '/api/shops/{id}/summary',
    parts: { id: 'shop_id' },
    query: ['from', 'to'],
    compressed: true,
  },
  weight: () => WEIGHT,
  async handle(context: Context<'lists'>, { shop_id, ...asked }) {
    const shop = await context.read((rows) => ownShop(rows, context, shop_id));
    const to = asked.to ?? dayOf(context.now, shop.settings.time_zone);
    const from = asked.from ?? to;
    const problem = daysProblem(from, to);
    if (problem !== undefined) throw new PortalError('invalid_request', `to: ${problem}`);
    return { body: { data: await summarizeSales(context.services.lists.page, shop, from, to) } };
  },
});
