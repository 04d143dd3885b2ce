import type { ReceiptBundle } from './bundle-form.js';
import { toBase64Url, utf8 } from './bytes.js';
import { canonicalJson } from './canonical-json.js';
import type { NoteVerifier } from './note.js';

/**
 * Verifiable credentials (W3C VC 2.0, secured as JWT by VC-JOSE-COSE) in which the log states that it accepted a
 * receipt. The log signs, since the agent's own signature is not a JWS.
 */

const CONTEXTS = ['https://www.w3.org/ns/credentials/v2', 'https://www.w3.org/ns/credentials/undefined-terms/v2'];

/** Returns the identifier of the log's key as `did:jwk`, from which wallets derive the key without a network. */
function issuerOf({ publicKey }: NoteVerifier): string {
  return `did:jwk:${toBase64Url(utf8(canonicalJson({ alg: 'EdDSA', crv: 'Ed25519', kty: 'OKP', x: publicKey.x })))}`;
}

/**
 * Returns the text to sign: header and payload of a JWS (RFC 7515). It has no line break, so it can never be mistaken
 * for a signed note. `bundle`: the receipt with its proofs under the same log.
 */
export function credentialSigningInput(bundle: ReceiptBundle, receipt_hash: string, log: NoteVerifier): string {
  const issuer = issuerOf(log);
  const header = { alg: 'EdDSA', kid: `${issuer}#0`, typ: 'vc+jwt', cty: 'vc' };
  const credential = {
    '@context': CONTEXTS,
    id: `urn:uuid:${bundle.id}`,
    type: ['VerifiableCredential', 'AcceptedJobReceipt'],
    issuer: { id: issuer, name: log.name },
    validFrom: bundle.received_at,
    credentialSubject: { receipt_hash, received_at: bundle.received_at, bundle },
  };
  return [header, credential].map((part) => toBase64Url(utf8(canonicalJson(part)))).join('.');
}

/** Joins the signed text and its signature to a JWT in compact form. */
export function credentialJwt(signingInput: string, signature: Uint8Array): string {
  return `${signingInput}.${toBase64Url(signature)}`;
}
