import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { AttestationError } from './attestation-error.js';
import { fromBase64, sameBytes, toBase64, utf8 } from './bytes.js';
import { verify } from './ed25519.js';
import { type PublicKey, publicKeyOf } from './public-key.js';

/** Signed notes (C2SP signed-note): a text, an empty line, and signature lines. */

/**
 * Signature type in verifier keys and key ids: a byte for the algorithm and the signed content (C2SP signed-note,
 * Signature types).
 */
export type SignatureType = typeof ED25519 | typeof COSIGNATURE;
/** Ed25519 signature of the text. */
export const ED25519 = 1;
/** Ed25519 signature of the text and a time (C2SP tlog-cosignature). */
export const COSIGNATURE = 4;
/**
 * Control characters other than line breaks. Notes must not contain them, because they could move a terminal's cursor
 * (C2SP signed-note).
 */
const CONTROL = /[^\P{Cc}\n]/u;
const SIGNATURE_LINE = /^\u2014 ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/;

/** Name and public key for verifying signatures of notes. The name contains no spaces or plus signs. */
export interface NoteVerifier {
  readonly name: string;
  readonly publicKey: PublicKey;
}

export interface NoteSigner extends NoteVerifier {
  /** Returns an Ed25519 signature of 64 bytes. */
  sign(message: Uint8Array): Uint8Array;
}

/** Encodes a verifier key as text: `name+keyid+key`. */
export function vkeyOf({ name, publicKey }: NoteVerifier, type: SignatureType = ED25519): string {
  const key = concatBytes(Uint8Array.of(type), publicKey.bytes);
  return `${name}+${bytesToHex(keyId(name, type, publicKey))}+${toBase64(key)}`;
}

/**
 * Parses a verifier key.
 * @throws AttestationError `invalid_note` for text that is not an Ed25519 verifier key of this type
 */
export function readVkey(text: string, type: SignatureType = ED25519): NoteVerifier {
  const [, name, id, base64] = /^([^\s+\p{Cc}]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/u.exec(text) ?? [];
  const key = base64 === undefined ? undefined : fromBase64(base64);
  const publicKey = key?.[0] === type ? keyOrUndefined(key.subarray(1)) : undefined;
  if (name !== undefined && publicKey && bytesToHex(keyId(name, type, publicKey)) === id) return { name, publicKey };
  const kind = type === COSIGNATURE ? 'an Ed25519 key for cosignatures (type 04)' : 'an Ed25519 key';
  throw new AttestationError('invalid_note', `the verifier key must have the form name+id+key of ${kind}`);
}

function keyOrUndefined(bytes: Uint8Array): PublicKey | undefined {
  try {
    return publicKeyOf(bytes);
  } catch (error) {
    if (error instanceof AttestationError) return undefined;
    throw error;
  }
}

/** Signs a text, which must end with a line break. */
export function signNote(text: string, signer: NoteSigner): string {
  return signNoteBy(text, [signer]);
}

/** Signs a text with one signature line per signer. */
export function signNoteBy(text: string, signers: readonly NoteSigner[]): string {
  const lines = signers.map((signer) => signatureLine(signer, ED25519, signer.sign(utf8(text))));
  return `${text}\n${lines.join('')}`;
}

/** Formats a signature line, including its line break. */
export function signatureLine({ name, publicKey }: NoteVerifier, type: SignatureType, signature: Uint8Array): string {
  return `\u2014 ${name} ${toBase64(concatBytes(keyId(name, type, publicKey), signature))}\n`;
}

/**
 * Reads the text of a note that the verifier's key signed. Other signatures are ignored.
 * @throws AttestationError `invalid_note`
 */
export function openNote(note: string, verifier: NoteVerifier): string {
  const { text, signatures } = noteParts(note);
  const ours = signaturesBy(verifier, ED25519, signatures);
  if (ours.length === 0) throw new AttestationError('invalid_note', `the note is not signed by ${verifier.name}`);
  if (!ours.every((bytes) => verify(bytes, utf8(text), verifier.publicKey))) {
    throw new AttestationError('invalid_note', `the signature of ${verifier.name} is not valid`);
  }
  return text;
}

/** A signature of a note, not yet verified. */
export interface NoteSignature {
  /** Name of the key. */
  readonly name: string;
  /** Key id and signature. */
  readonly bytes: Uint8Array;
}

/**
 * Splits a note into its text, including the last line break, and its unverified signatures.
 * @throws AttestationError `invalid_note`
 */
export function noteParts(note: string): { readonly text: string; readonly signatures: readonly NoteSignature[] } {
  if (CONTROL.test(note)) throw new AttestationError('invalid_note', 'the note has a control character');
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n')) throw new AttestationError('invalid_note', 'the note has no signature');
  return { text: note.slice(0, end + 1), signatures: readSignatureLines(note.slice(end + 2)) };
}

/** @throws AttestationError `invalid_note` for a line that is not a signature */
export function readSignatureLines(lines: string): NoteSignature[] {
  return lines
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => {
      const [, name, base64] = SIGNATURE_LINE.exec(line) ?? [];
      if (name === undefined || base64 === undefined)
        throw new AttestationError('invalid_note', 'the note has a line that is not a signature');
      return { name, bytes: fromBase64(base64) ?? new Uint8Array() };
    });
}

/** Selects signatures with this key's name and id, and removes the leading key id. */
export function signaturesBy(
  { name, publicKey }: NoteVerifier,
  type: SignatureType,
  signatures: readonly NoteSignature[],
): Uint8Array[] {
  const id = keyId(name, type, publicKey);
  return signatures
    .filter((one) => one.name === name && sameBytes(one.bytes.subarray(0, 4), id))
    .map(({ bytes }) => bytes.subarray(4));
}

/** Truncated hash of name, type and key. It is short enough to collide, so use it only for lookup. */
function keyId(name: string, type: SignatureType, publicKey: PublicKey): Uint8Array {
  return sha256(concatBytes(utf8(`${name}\n`), Uint8Array.of(type), publicKey.bytes)).subarray(0, 4);
}
