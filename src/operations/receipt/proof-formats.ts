import { fromBase64, utf8 } from '../../attestation/bytes.js';
import type { AnswerFormat } from '../../calls/http-binding.js';
import { required } from '../../domain/values/required.js';
import { dataOf } from '../../schema/primitives.js';
import { exportedProof as proofForm } from '../../schema/receipt.js';

const body = dataOf(proofForm);

/** Formats of exported proofs, by media type: text for tlog-proof, and the COSE media type of RFC 9052, section 2. */
export const PROOF_FORMATS: Readonly<Record<string, AnswerFormat>> = {
  'text/plain': {
    contentType: 'text/plain; charset=utf-8',
    bytes: (answer) => utf8(body.parse(answer).data.tlog_proof),
  },
  'application/cose': {
    contentType: 'application/cose; cose-type="cose-sign1"',
    bytes: (answer) => required(fromBase64(body.parse(answer).data.cose), 'COSE receipt'),
  },
};
