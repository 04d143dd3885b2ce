import { createPublicKey, sign, verify } from 'node:crypto';
import { type Receipt, signedBytes } from '../src/receipts.js';
import type { Client, Sent } from './client.js';
import type { Organization } from './organization.js';

/** An organization's API key, and its signing key, agent and consumer. */
export type Signer = Pick<Organization, 'key' | 'agent_id' | 'consumer_id' | 'private_key'> & {
  readonly signing_key: { readonly public_key: string };
};

const CONTEXT = `sha256:${'0123456789abcdef'.repeat(4)}`;

/** Signed receipts of new jobs, created before the round so that signing is not measured. */
export class Receipts {
  private readonly organization: Signer;
  private ready: Sent[] = [];
  private jobs = 0;

  constructor(organization: Signer) {
    this.organization = organization;
  }

  sign(count: number): void {
    this.ready = Array.from({ length: count }, () => this.next());
  }

  async submit(client: Client): Promise<void> {
    const sent = this.ready.pop();
    if (!sent) throw new Error('more receipts than were signed');
    await client.run(sent);
  }

  private next(): Sent {
    const { key, signing_key, private_key } = this.organization;
    this.jobs += 1;
    const receipt = receiptOf(this.organization, `job-${this.jobs}`);
    const signature = sign(null, signedBytes(receipt), private_key).toString('base64');
    const body = { receipt, signature, public_key: signing_key.public_key };
    return { method: 'POST', path: '/api/receipts', headers: { 'x-api-key': key }, body };
  }
}

/** Builds the receipt of a job. */
export function receiptOf(
  { agent_id, consumer_id }: Pick<Signer, 'agent_id' | 'consumer_id'>,
  job_id: string,
): Receipt {
  return {
    version: 'v0',
    agent_id,
    consumer_id,
    job_id,
    resolution: 'success',
    context_hash: CONTEXT,
    issued_at: new Date().toISOString(),
    metadata: { model: 'bench', attempts: 1, note: 'about what a receipt carries beside its members' },
  };
}

const VERIFICATIONS = 3_000;

/** Measures how many bare `crypto.verify` calls per second this process makes with a loaded key. */
export function verifyPerSecond(organization: Organization): number {
  const bytes = signedBytes(receiptOf(organization, 'job-0'));
  const signature = sign(null, bytes, organization.private_key);
  const key = createPublicKey(organization.signing_key.public_key);
  const started = performance.now();
  for (let count = 0; count < VERIFICATIONS; count += 1) {
    if (!verify(null, bytes, key, signature)) throw new Error('a right signature was refused');
  }
  return (VERIFICATIONS / (performance.now() - started)) * 1000;
}
