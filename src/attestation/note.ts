import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { AttestationError } from './attestation-error.js';
import { fromBase64, sameBytes, toBase64, utf8 } from './bytes.js';
import { verify } from './ed25519.js';
import { isWeak, type PublicKey, publicKeyOf } from './public-key.js';

/** Signed notes (C2SP signed-note): a text, an empty line, and signature lines. */

/** Algorithm byte of Ed25519 in keys and key ids. */
const ED25519 = Uint8Array.of(1);
const SIGNATURE_LINE = /^\u2014 ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/;

/** Who signs a note: a name without spaces and plus signs, and a key. */
export interface NoteVerifier {
  readonly name: string;
  readonly publicKey: PublicKey;
}

export interface NoteSigner extends NoteVerifier {
  /** Ed25519, 64 bytes. */
  sign(message: Uint8Array): Uint8Array;
}

/** The verifier key as text: `name+keyid+key`. */
export function vkeyOf({ name, publicKey }: NoteVerifier): string {
  return `${name}+${bytesToHex(keyId(name, publicKey))}+${toBase64(concatBytes(ED25519, publicKey.bytes))}`;
}

/** @throws AttestationError `invalid_note` for text that is no verifier key of Ed25519 */
export function readVkey(text: string): NoteVerifier {
  const [, name, id, base64] = /^([^\s+\p{Cc}]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/u.exec(text) ?? [];
  const key = base64 === undefined ? undefined : fromBase64(base64);
  if (name !== undefined && key?.length === 33 && key[0] === ED25519[0] && !isWeak(key.subarray(1))) {
    const publicKey = publicKeyOf(key.subarray(1));
    if (bytesToHex(keyId(name, publicKey)) === id) return { name, publicKey };
  }
  throw new AttestationError('invalid_note', 'the verifier key takes the form name+id+key of an Ed25519 key');
}

/** The note of a text that ends with a line break. */
export function signNote(text: string, signer: NoteSigner): string {
  return signNoteBy(text, [signer]);
}

/** The same with a line of each signer. */
export function signNoteBy(text: string, signers: readonly NoteSigner[]): string {
  const lines = signers.map(({ name, publicKey, sign }) => {
    const signature = concatBytes(keyId(name, publicKey), sign(utf8(text)));
    return `\u2014 ${name} ${toBase64(signature)}\n`;
  });
  return `${text}\n${lines.join('')}`;
}

/**
 * The text of a note that the verifier's key has signed. Signatures of others are not looked at.
 * @throws AttestationError `invalid_note`
 */
export function openNote(note: string, { name, publicKey }: NoteVerifier): string {
  if (hasControls(note)) throw new AttestationError('invalid_note', 'the note has control characters');
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n')) throw new AttestationError('invalid_note', 'the note has no signature');
  const text = note.slice(0, end + 1);
  const lines = note.slice(end + 2, -1).split('\n');
  const signatures = lines.map((line) => SIGNATURE_LINE.exec(line));
  if (signatures.includes(null))
    throw new AttestationError('invalid_note', 'the note has a line that is not a signature');
  const id = keyId(name, publicKey);
  const ours = signatures
    .filter((match) => match?.[1] === name)
    .map((match) => fromBase64(match?.[2] ?? '') ?? new Uint8Array())
    .filter((bytes) => sameBytes(bytes.subarray(0, 4), id));
  if (ours.length === 0) throw new AttestationError('invalid_note', `the note is not signed by ${name}`);
  if (!ours.every((bytes) => verify(bytes.subarray(4), utf8(text), publicKey))) {
    throw new AttestationError('invalid_note', `the signature of ${name} is not valid`);
  }
  return text;
}

/** A line break is the only one that a note has (C2SP signed-note). */
function hasControls(note: string): boolean {
  return note.replaceAll('\n', '').match(/\p{Cc}/u) !== null;
}

/** A hint for finding the key, not a hash of it. */
function keyId(name: string, publicKey: PublicKey): Uint8Array {
  return sha256(concatBytes(utf8(`${name}\n`), ED25519, publicKey.bytes)).subarray(0, 4);
}
