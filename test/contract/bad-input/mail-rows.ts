import { absentMembers, wrongMembers } from './member-wrongs.js';
import { bodies, invalid, type MakeRow } from './row.js';

const REPORT = `Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: message/delivery-status

Action: failed
--b--
`;
const BODY = { report: Buffer.from(REPORT).toString('base64') };

const reportBounce: MakeRow = () => ({
  right: { path: '/api/mail/bounces', body: BODY },
  bodyLimit: [2 * 1024 * 1024, '2 MiB'],
  wrong: [
    ...wrongMembers(BODY, [['report', '', 'a b', '=', 1, null]]),
    ...absentMembers(BODY, ['report']),
    ...bodies([['no report', { report: 'AAAA' }, invalid(/^report: must be a delivery report/)]]),
  ],
});

export const mailRows = { report_bounce: reportBounce };
