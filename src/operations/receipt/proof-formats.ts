import { fromBase64, utf8 } from '../../attestation/bytes.js';
import { required } from '../../domain/values/required.js';
import { dataOf } from '../../schema/primitives.js';
import { exportedProof as proofForm } from '../../schema/receipt.js';

const body = dataOf(proofForm);

/** The forms of an exported proof, by media type. COSE: RFC 9052, section 2; a tlog-proof is text. */
export const PROOF_FORMATS = {
  'text/plain': (answer: unknown) => utf8(body.parse(answer).data.tlog_proof),
  'application/cose': (answer: unknown) => required(fromBase64(body.parse(answer).data.cose), 'COSE receipt'),
} as const;
