import { type Checkpoint, fromBase64, openCheckpoint, readVkey, verifyConsistency } from '../../../src/receipts.js';
import type { Door } from '../../actors/shopper.js';
import { type Answered, request } from '../../support/portal.js';
import { done } from '../receipts/organization.js';

/** A third party that stored a checkpoint and the log's public key, and trusts nothing else from the portal. */
export class Monitor {
  private readonly vkey: string;
  private readonly kept: Checkpoint;

  constructor(note: string, vkey: string) {
    this.vkey = vkey;
    this.kept = openCheckpoint(note, readVkey(vkey));
  }

  /** Returns a monitor that has stored the portal's current checkpoint. */
  static async at(door: Door): Promise<Monitor> {
    const { data } = await done(door, 'GET', '/api/receipts/log/checkpoint');
    return new Monitor(data.checkpoint, data.public_key);
  }

  /** Returns true if the portal proves that its log extends the stored checkpoint, `undefined` if it has no proof. */
  async hasGrown(door: Door): Promise<boolean | undefined> {
    const now = await Monitor.at(door);
    const { status, json } = await this.ask(door, `from=${this.kept.size}&to=${now.kept.size}`);
    if (status !== 200) return undefined;
    return this.isBeginningOf(now, json.data.hashes);
  }

  /** Verifies a consistency proof between both checkpoints; the public key must be unchanged. */
  isBeginningOf(newer: Monitor, hashes: readonly string[]): boolean {
    const [from, to] = [this.kept, newer.kept];
    const proof = hashes.map((hash) => fromBase64(hash) ?? new Uint8Array());
    return newer.vkey === this.vkey && verifyConsistency(from.size, to.size, proof, from.root, to.root);
  }

  ask(door: Door, query: string): Promise<Answered> {
    return request(door.url, door.key, 'GET', `/api/receipts/log/consistency?${query}`, {});
  }

  get size(): number {
    return this.kept.size;
  }
}
