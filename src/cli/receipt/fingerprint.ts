import { readPublicKey } from '../../attestation/public-key.js';
import { readText } from '../json-file.js';
import { withFileName } from './attestation-text.js';

/** Returns the fingerprint that an option gives, or that of the public key in the file which it names. */
export function fingerprintIn(text: string): string {
  if (/^[0-9a-f]{64}$/.test(text)) return text;
  return withFileName(text, () => readPublicKey(readText(text)).fingerprint);
}
