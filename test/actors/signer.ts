import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
} from 'node:crypto';

/** Signs receipts without any code of `src`: with its own canonical JSON, and with OpenSSL. */

/** Canonical JSON (RFC 8785) of a value that JSON.parse returned. */
export function jcs(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(jcs).join(',')}]`;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, inner]) => `${JSON.stringify(name)}:${jcs(inner)}`).join(',')}}`;
}

export const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');

/** The `context_hash` by which a receipt identifies its context (docs/receipts-format.md, Context). */
export const contextHashOf = (context: unknown) => `sha256:${sha256(jcs(context))}`;

export interface Submission {
  readonly receipt: Readonly<Record<string, unknown>>;
  readonly signature: string;
  readonly public_key: string;
}

export interface Signer {
  readonly public_key: string;
  readonly fingerprint: string;
  /** Base64 signature over the exact bytes of a text. */
  signText(text: string | Uint8Array): string;
  /** Submission body with exactly this receipt. */
  submission(receipt: Readonly<Record<string, unknown>>): Submission;
}

export function newSigner(): Signer {
  return signerOf(generateKeyPairSync('ed25519').privateKey);
}

/** Signer with the key of a seed (RFC 8032); the seed is in hex. */
export function signerOfSeed(seed: string): Signer {
  const der = Buffer.from(`302e020100300506032b657004220420${seed}`, 'hex');
  return signerOf(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }));
}

function signerOf(privateKey: KeyObject): Signer {
  const publicKey = createPublicKey(privateKey);
  const public_key = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const signText = (text: string | Uint8Array) => sign(null, Buffer.from(text), privateKey).toString('base64');
  return {
    public_key,
    fingerprint: sha256(publicKey.export({ type: 'spki', format: 'der' })),
    signText,
    submission: (receipt) => ({ receipt, signature: signText(jcs(receipt)), public_key }),
  };
}

/** The agent and consumer of a receipt. */
export interface Parties {
  readonly agent_id: string;
  readonly consumer_id: string;
}

/** A valid receipt for a job that has none yet; members of `change` override its own. */
export function receiptFor(
  { agent_id, consumer_id }: Parties,
  issuedAt: number,
  change: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  return {
    version: 'v0',
    agent_id,
    consumer_id,
    job_id: randomUUID(),
    resolution: 'success',
    context_hash: `sha256:${sha256('a job')}`,
    issued_at: new Date(issuedAt).toISOString(),
    ...change,
  };
}
