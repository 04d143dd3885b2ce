import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
} from 'node:crypto';

/** Signs receipts with nothing of `src`: canonical JSON of ten lines, and OpenSSL. */

/** RFC 8785, for what JSON.parse answers. */
export function jcs(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(jcs).join(',')}]`;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, inner]) => `${JSON.stringify(name)}:${jcs(inner)}`).join(',')}}`;
}

export const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');

/** The hash that a receipt names its context by (attestation.md 0.2). */
export const contextHashOf = (context: unknown) => `sha256:${sha256(jcs(context))}`;

export interface Submission {
  readonly receipt: Readonly<Record<string, unknown>>;
  readonly signature: string;
  readonly public_key: string;
}

export interface Signer {
  readonly public_key: string;
  readonly fingerprint: string;
  /** Base64 of the signature over a text as it stands. */
  signText(text: string | Uint8Array): string;
  /** The body of a submission of exactly this value. */
  submission(receipt: Readonly<Record<string, unknown>>): Submission;
}

export function newSigner(): Signer {
  return signerOf(generateKeyPairSync('ed25519').privateKey);
}

/** The signer of a seed (RFC 8032), in hex. */
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

/** The agent and principal of a receipt. */
export interface Parties {
  readonly agent_id: string;
  readonly consumer_id: string;
}

/** A right receipt of a job that nobody has submitted; members of `change` take the place of its own. */
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
