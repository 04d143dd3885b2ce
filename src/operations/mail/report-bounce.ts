import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import { MAX_REPORT_BYTES, readBounceReport } from '../../domain/webhook/bounce-report.js';
import { buildBounce, findReturned } from '../../outbox/bounces.js';
import { authorOf } from '../../records/audit.js';
import { bounce } from '../../schema/notice.js';
import { dataOf } from '../../schema/primitives.js';

/** Enough for a report in Base64. */
const BODY_LIMIT = 2 * MAX_REPORT_BYTES;

const SAMPLE = `Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.shop.example

Final-Recipient: rfc822; ada@shop.example
Action: failed
Status: 5.1.1

--b--
`;

export const reportBounce = defineOperation({
  name: 'report_bounce',
  title: 'Report returned mail',
  description:
    'Reads a delivery report (RFC 3464, at most 1 MiB) about a notice to a buyer. If its mail came back, the order shows it as `mail_problem`. Any other report changes nothing. The body is the report itself as `message/rfc822`, or JSON with it in Base64.',
  scope: 'webhooks',
  effect: 'write',
  idempotent: true,
  input: z.strictObject({
    report: z.base64().min(1).meta({ description: 'The whole mail in Base64', contentEncoding: 'base64' }),
  }),
  output: dataOf(bounce),
  sample: () => ({ report: Buffer.from(SAMPLE).toString('base64') }),
  errors: ['payload_too_large'],
  http: {
    method: 'post',
    path: '/api/mail/bounces',
    bodyLimit: BODY_LIMIT,
    rawBody: { member: 'report', types: ['message/rfc822'] },
  },
  fingerprint: ({ report }) => createHash('sha256').update(report).digest('hex'),
  async handle(context: Context<'lists'>, { report }) {
    const bytes = Buffer.from(report, 'base64');
    if (bytes.length > MAX_REPORT_BYTES)
      throw new PortalError('payload_too_large', 'A report must have at most 1 MiB.');
    const read = readBounceReport(bytes);
    if (!read)
      throw new PortalError('invalid_request', 'report: must be a delivery report (multipart/report, RFC 3464)');
    const found = await findReturned(context.services.lists.page, read);
    const own = found?.organization_id === context.caller.organization_id ? found : undefined;
    return context.update((rows) => {
      const { result, order, writes } = buildBounce(rows, authorOf(context), read, own);
      return { writes, answer: { body: { data: { result, order_id: order?.id ?? null } } } };
    });
  },
});
