import { hash } from 'node:crypto';
import { canonicalText } from '../../attestation/canonical-json.js';
import { wellFormedJson } from '../values/well-formed-json.js';

/** Length of a salt in base62 characters, which have 131 bits. */
export const SALT_LENGTH = 22;

/** Hashes a hidden member: SHA-256 of its salt and the canonical JSON of `{ NAME: VALUE }`, base64url. */
export function hashMember(salt: string, name: string, value: unknown): string {
  return hash('sha256', `${salt}{"${name}":${canonicalRowText(value)}}`, 'base64url');
}

/** Canonical JSON of a part of a row. Rows hold nothing but JSON, so only lone surrogates have no canonical text. */
export function canonicalRowText(value: unknown): string {
  try {
    return canonicalText(value);
  } catch {
    return canonicalText(wellFormedJson(value));
  }
}
