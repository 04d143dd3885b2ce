import { utf8 } from './bytes.js';
import { type Cbor, cborBytes } from './cbor.js';
import { ALG, CONTENT_TYPE, CWT_CLAIMS, coseSign1, EDDSA, ISSUER, KID, SUBJECT, signedBytes } from './cose.js';
import type { NoteVerifier } from './note.js';
import type { SignedReceipt } from './signed-receipt.js';

/**
 * Transparent statements (SCITT, RFC 9943): a COSE_Sign1 of the log about one of its receipts, with the COSE receipt
 * that proves it. The log signs, since the agent's own signature is not COSE.
 */

/** Label of a header parameter (RFC 9943). */
const RECEIPTS = 394;
/** Label defined by the portal, from the range for private use: the receipt as its agent signed it, as JSON. */
const SIGNED_RECEIPT = -65_539;

/** Parts of a statement that the log signs. */
export interface StatementClaims {
  /** Leaf data of the receipt, which is the payload. */
  readonly entry: Uint8Array;
  /** Subject of the statement. */
  readonly receipt_hash: string;
}

/** Returns the bytes to sign. */
export function statementSignedBytes(claims: StatementClaims, log: NoteVerifier): Uint8Array {
  return signedBytes(protectedHeader(claims, log), claims.entry);
}

/**
 * Encodes a transparent statement. `cose`: the COSE receipt of the same leaf. The agent's receipt is in the unprotected
 * header, since its own signature protects it, and the payload has its hash.
 */
export function transparentStatement(
  claims: StatementClaims,
  { signature, cose, submission }: { signature: Uint8Array; cose: Uint8Array; submission: SignedReceipt },
  log: NoteVerifier,
): Uint8Array {
  const unprotected = new Map<number, Cbor>([
    [RECEIPTS, [cose]],
    [SIGNED_RECEIPT, utf8(JSON.stringify(submission))],
  ]);
  const header = protectedHeader(claims, log);
  return coseSign1({ protectedHeader: header, unprotected, payload: claims.entry, signature });
}

function protectedHeader({ receipt_hash }: StatementClaims, { name, publicKey }: NoteVerifier): Uint8Array {
  return cborBytes(
    new Map<number, Cbor>([
      [ALG, EDDSA],
      [CONTENT_TYPE, 'application/json'],
      [KID, utf8(publicKey.thumbprint)],
      [
        CWT_CLAIMS,
        new Map([
          [ISSUER, name],
          [SUBJECT, receipt_hash],
        ]),
      ],
    ]),
  );
}
