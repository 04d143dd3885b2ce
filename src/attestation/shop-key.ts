import { sha256 } from '@noble/hashes/sha2.js';
import { toBase64Url, utf8 } from './bytes.js';

/** The keys with which a shop signs its order statements, as JWKs (RFC 7517). Coordinates are in base64url. */

interface OfSignature {
  /** RFC 7638 thumbprint, so it stands for the whole key. */
  readonly kid: string;
  readonly use: 'sig';
}

export interface P256Key extends OfSignature {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly alg: 'ES256';
  readonly x: string;
  readonly y: string;
}

export interface Ed25519Key extends OfSignature {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly alg: 'EdDSA';
  readonly x: string;
}

export type ShopKey = P256Key | Ed25519Key;

export function p256Key(x: string, y: string): P256Key {
  const kid = thumbprint(`{"crv":"P-256","kty":"EC","x":"${x}","y":"${y}"}`);
  return { kid, kty: 'EC', crv: 'P-256', x, y, use: 'sig', alg: 'ES256' };
}

export function ed25519Key(x: string): Ed25519Key {
  const kid = thumbprint(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`);
  return { kid, kty: 'OKP', crv: 'Ed25519', x, use: 'sig', alg: 'EdDSA' };
}

/** @param members the required members in the order of their names */
function thumbprint(members: string): string {
  return toBase64Url(sha256(utf8(members)));
}
