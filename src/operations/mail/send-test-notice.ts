import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { buildTestNotices } from '../../outbox/test-notice.js';
import { notice } from '../../schema/notice.js';
import { answer, id } from '../../schema/primitives.js';
import { isNotice, noticeViewFor } from '../../view/notice-view.js';
import { ownShop } from '../shop/own-shop.js';

export const sendTestNotice = defineOperation({
  name: 'send_test_notice',
  title: 'Try mail out',
  description:
    "Sends a test to each address of the shop's staff (`mail.staff`), and to the staff members who get tests. Returns its deliveries; none if there is nobody, or if the portal sends no mail.",
  scope: 'shops',
  effect: 'write',
  idempotent: false,
  input: z.strictObject({ shop_id: id('Id of the shop') }),
  inputErrors: { shop_id: 'shop_not_found' },
  output: answer({ data: z.array(notice) }),
  sample: ({ shop }) => ({ shop_id: shop }),
  errors: ['shop_not_found', 'version_conflict'],
  http: { method: 'post', path: '/api/shops/{id}/test-notice', parts: { id: 'shop_id' } },
  handle: (context: Context<'clock' | 'mail'>, { shop_id }) =>
    context.update((rows) => {
      const shop = ownShop(rows, context, shop_id);
      context.expectVersion(shop);
      const { clock, mail } = context.services;
      const by = { ids: context.ids, now: clock.now(), secret: mail.secret };
      const { writes, deliveries } = buildTestNotices(rows, shop, by);
      return { writes, answer: { body: { data: deliveries.filter(isNotice).map(noticeViewFor(context.caller)) } } };
    }),
});
