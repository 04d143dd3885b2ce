import { z } from 'zod';
import { NOTICE_KINDS, PREVIEW_KINDS } from '../domain/values/notice-kinds.js';
import { BOUNCE_RESULTS } from '../domain/webhook/bounce-report.js';
import { answer } from './primitives.js';
import { deliveryMembers } from './webhook.js';

/** Notices by mail (docs/mail.md). */

export const previewKind = z.enum(PREVIEW_KINDS);

export const notice = answer({
  ...deliveryMembers,
  notice: z.enum(NOTICE_KINDS),
  language: z.string().describe('BCP 47 tag'),
  to: z
    .string()
    .nullable()
    .describe(
      'Address of the recipient; null after it was erased, and for staff members unless the caller has the scope `keys`',
    ),
});
export type NoticeAnswer = z.output<typeof notice>;

export const mailPreview = answer({
  subject: z.string(),
  html: z.string().describe('The HTML part, a whole document'),
  text: z.string().describe('The text part, with the same data'),
});

export const bounce = answer({
  result: z
    .enum(BOUNCE_RESULTS)
    .describe(
      '`bounced`: the order shows it as `mail_problem`; `not_failed`: the mail was delayed or delivered; `unknown`: no such notice was sent to this address',
    ),
  order_id: z.string().nullable().describe('The order of the notice; null if unknown'),
});
