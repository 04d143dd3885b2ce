import { AttestationError } from '../../attestation/attestation-error.js';
import { fromBase64, utf8 } from '../../attestation/bytes.js';
import { coseSignedBytes } from '../../attestation/cose-receipt.js';
import { ED25519, type NoteVerifier, noteParts, readSignatureLines, signaturesBy } from '../../attestation/note.js';
import type { LogCheckpoint } from '../../domain/receipt/log-checkpoint.js';
import { verifySignature } from '../../domain/signing-key/submitted-key.js';
import { parseBody } from './audited-body.js';
import type { StoredColumns } from './log-audit-rows.js';

/** Parsed body of a stored checkpoint. Only its shape has been checked. */
export type AuditedCheckpoint = Omit<LogCheckpoint, 'version'>;

/** Reads the checkpoint in the body of a row; `undefined` if the body does not have the shape of a checkpoint. */
export function readCheckpoint(columns: StoredColumns): AuditedCheckpoint | undefined {
  const body = parseBody(columns);
  return body && isCheckpoint(body) ? body : undefined;
}

const TEXTS = ['id', 'organization_id', 'root', 'public_key', 'checkpoint', 'cose_signature'];
const COUNTS = ['epoch', 'size', 'created_at'];

function isCheckpoint(body: object): body is AuditedCheckpoint {
  const cosignatures: unknown = Reflect.get(body, 'cosignatures');
  return (
    TEXTS.every((name) => typeof Reflect.get(body, name) === 'string') &&
    COUNTS.every((name) => Number.isSafeInteger(Reflect.get(body, name))) &&
    Array.isArray(cosignatures) &&
    cosignatures.every((line) => typeof line === 'string')
  );
}

/**
 * Describes the first invalid signature of a checkpoint. Uses OpenSSL for Ed25519, because it is faster and a log may
 * have many checkpoints.
 */
export function findSignatureFault(row: AuditedCheckpoint, verifier: NoteVerifier): string | undefined {
  const root = fromBase64(row.root);
  const cose = fromBase64(row.cose_signature);
  const text = `${verifier.name}\n${row.size}\n${row.root}\n`;
  if (!root || readSignedText(row.checkpoint, verifier) !== text) return 'its note is not one that the log has signed';
  const isCose = cose && verifySignature(cose, coseSignedBytes(row.size, root, verifier), verifier.publicKey);
  if (!isCose) return 'its signature for COSE receipts is not valid';
  return row.cosignatures.every(isCosignature) ? undefined : 'it has a cosignature that does not have the form of one';
}

/** Reads the text of a note that only the log has signed; `undefined` for any other note. */
function readSignedText(note: string, verifier: NoteVerifier): string | undefined {
  try {
    const { text, signatures } = noteParts(note);
    const [ours, ...more] = signaturesBy(verifier, ED25519, signatures);
    const isOurs = ours && more.length === 0 && signatures.length === 1;
    return isOurs && verifySignature(ours, utf8(text), verifier.publicKey) ? text : undefined;
  } catch (error) {
    if (error instanceof AttestationError) return undefined;
    throw error;
  }
}

/** Checks only the form: without a policy, the audit does not know the witnesses and their keys. */
function isCosignature(cosignature: string): boolean {
  try {
    return cosignature.endsWith('\n') && readSignatureLines(cosignature).length === 1;
  } catch (error) {
    if (error instanceof AttestationError) return false;
    throw error;
  }
}
