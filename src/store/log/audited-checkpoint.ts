import { AttestationError } from '../../attestation/attestation-error.js';
import { fromBase64, utf8 } from '../../attestation/bytes.js';
import { coseSignedBytes } from '../../attestation/cose-receipt.js';
import { ED25519, type NoteVerifier, noteParts, readSignatureLines, signaturesBy } from '../../attestation/note.js';
import type { LogCheckpoint } from '../../domain/receipt/log-checkpoint.js';
import { verifySignature } from '../../domain/signing-key/submitted-key.js';
import { bodyOf } from './audited-body.js';
import type { StoredColumns } from './log-audit-rows.js';

/** A stored checkpoint as its body is, of which only the form is known. */
export type AuditedCheckpoint = Omit<LogCheckpoint, 'version'>;

/** The checkpoint in the body of a row; undefined = it is none. */
export function checkpointIn(columns: StoredColumns): AuditedCheckpoint | undefined {
  const body = bodyOf(columns);
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

/** What is wrong with its signatures, as a sentence. Ed25519 by OpenSSL, since there may be many. */
export function signatureFault(row: AuditedCheckpoint, verifier: NoteVerifier): string | undefined {
  const root = fromBase64(row.root);
  const cose = fromBase64(row.cose_signature);
  const text = `${verifier.name}\n${row.size}\n${row.root}\n`;
  if (!root || textIn(row.checkpoint, verifier) !== text) return 'its note is not one that the log has signed';
  const isCose = cose && verifySignature(cose, coseSignedBytes(row.size, root, verifier), verifier.publicKey);
  if (!isCose) return 'its signature for COSE receipts is not valid';
  return row.cosignatures.every(isLine) ? undefined : 'it has a cosignature that does not have the form of one';
}

/** The text of a note that the log alone has signed; undefined for anything else. */
function textIn(note: string, verifier: NoteVerifier): string | undefined {
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

/** Whose it is, and whether it is valid, tells only a policy. */
function isLine(cosignature: string): boolean {
  try {
    return cosignature.endsWith('\n') && readSignatureLines(cosignature).length === 1;
  } catch (error) {
    if (error instanceof AttestationError) return false;
    throw error;
  }
}
