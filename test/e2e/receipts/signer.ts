import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import {
  generateKeyPair,
  type PublicKey,
  privateKeyPem,
  type Receipt,
  type SignedReceipt,
  signedBytes,
  toBase64,
} from '../../../src/receipts.js';

/** The agent that did a job, and the consumer it acted for. */
export interface Parties {
  readonly agent_id: string;
  readonly consumer_id: string;
}

/** Returns a receipt of a job that has just succeeded. */
export function receiptOf({ agent_id, consumer_id }: Parties, job_id: string, more: Partial<Receipt> = {}): Receipt {
  return {
    version: 'v0',
    agent_id,
    consumer_id,
    job_id,
    resolution: 'success',
    context_hash: `order of ${job_id}`,
    issued_at: new Date().toISOString(),
    ...more,
  };
}

/** A new key pair. Signs with OpenSSL for speed, since a test may need thousands of signatures. */
export class Signer {
  readonly publicKey: PublicKey;
  private readonly key: KeyObject;

  constructor() {
    const { seed, publicKey } = generateKeyPair();
    this.publicKey = publicKey;
    this.key = createPrivateKey(privateKeyPem(seed));
  }

  signature(receipt: Receipt): Buffer {
    return sign(null, signedBytes(receipt), this.key);
  }

  sign(receipt: Receipt): SignedReceipt {
    return { receipt, signature: toBase64(this.signature(receipt)), public_key: this.publicKey.pem };
  }
}
