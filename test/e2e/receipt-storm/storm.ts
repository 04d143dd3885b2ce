import { receiptHash, type SignedReceipt, signedBytes } from '../../../src/receipts.js';
import type { Door } from '../../actors/shopper.js';
import { request } from '../../support/portal.js';
import { volume } from '../../support/volume.js';
import { done } from '../receipts/organization.js';

const WRITERS = 16;
/** Number of submissions, over all writers, between checks of the log. */
const LOOK_EVERY = volume(12, 80, 24);

/** Response to one submission. */
export interface Answer {
  readonly agent_id: string;
  readonly job_id: string;
  readonly receipt_hash: string;
  readonly status: number;
  /** Id of the accepted receipt. */
  readonly id: string | undefined;
  readonly detail: string | undefined;
}

/** A checkpoint fetched during the storm. */
export interface Seen {
  readonly note: string;
  readonly vkey: string;
  readonly size: number;
}

/**
 * Submits all receipts over one connection per writer, half of the writers at each process. At intervals, a writer
 * checks the log at the other process: it must contain the receipt that was just acknowledged, and never shrink.
 */
export async function storm(doors: readonly [Door, Door], plan: readonly SignedReceipt[]) {
  const answers: Answer[] = [];
  const seen: Seen[] = [];
  const queue = plan.values();
  const write = async (writer: number) => {
    const [mine, others] = writer % 2 === 0 ? doors : [doors[1], doors[0]];
    let size = 0;
    for (const signed of queue) {
      const answer = await submitted(mine, signed);
      answers.push(answer);
      if (answers.length % LOOK_EVERY !== 0) continue;
      const look = await looked(others);
      if (look.size < size) throw new Error(`the log shrank from ${size} to ${look.size}`);
      if (answer.id !== undefined) await done(others, 'GET', `/api/receipts/log/inclusion/${answer.id}`);
      size = look.size;
      seen.push(look);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  return { answers, seen };
}

async function submitted({ url, key }: Door, signed: SignedReceipt): Promise<Answer> {
  const { status, json } = await request(url, key, 'POST', '/api/receipts', { body: signed });
  const { agent_id, job_id } = signed.receipt;
  const receipt_hash = receiptHash(signedBytes(signed.receipt));
  return { agent_id, job_id, receipt_hash, status, id: json.id, detail: json.detail };
}

export async function looked(door: Door): Promise<Seen> {
  const { data } = await done(door, 'GET', '/api/receipts/log/checkpoint');
  return { note: data.checkpoint, vkey: data.public_key, size: data.tree_size };
}
