import { z } from 'zod';
import { toBase64 } from '../../attestation/bytes.js';
import { consistencyNodes, consistencyProof, rootAt, rootNodes } from '../../attestation/merkle.js';
import { defineOperation } from '../../calls/define.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import { dataOf } from '../../schema/primitives.js';
import { consistency } from '../../schema/receipt.js';

const size = z.int().min(1);

export const getConsistencyProof = defineOperation({
  name: 'get_consistency_proof',
  title: 'Prove that the log has only grown',
  description:
    'The proof (RFC 6962) that the log of `to` leaves begins with the log of `from` leaves: nothing in it was changed or removed.',
  scope: 'receipts:read',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({
    from: size.describe('Size of the older log, from a checkpoint that you kept'),
    to: size.optional().describe('Size of the newer log; default: the present size'),
  }),
  output: dataOf(consistency),
  sample: ({ logSize }) => ({ from: logSize }),
  errors: [],
  http: { method: 'get', path: '/api/receipts/log/consistency', query: ['from', 'to'] },
  handle: ({ read, caller }, { from, to: asked }) =>
    read((rows) => {
      const { size: now } = rows.logHead(caller.organization_id);
      const to = asked ?? now;
      if (to > now) throw new PortalError('invalid_request', `to: must be at most ${now}, the size of the log`);
      if (from > to) throw new PortalError('invalid_request', `from: must be at most ${to}, the size of the newer log`);
      const hashes = rows.logHashes(caller.organization_id, [
        ...rootNodes(from),
        ...rootNodes(to),
        ...consistencyNodes(from, to),
      ]);
      const data = {
        from,
        to,
        from_root: toBase64(rootAt(from, hashes)),
        to_root: toBase64(rootAt(to, hashes)),
        hashes: consistencyProof(from, to, hashes).map(toBase64),
      };
      return { body: { data } };
    }),
});
