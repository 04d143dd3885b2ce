import { hkdfSync } from 'node:crypto';
import type { Caller } from '../domain/tenant/tenant.js';
import { open, seal } from '../domain/values/aead.js';

/** Distinguishes this key from others derived from the same secret. */
const PURPOSE = 'portal: question to a person';
/** Time that the person has to answer, in milliseconds. */
const LIFETIME = 10 * 60 * 1000;

/** The checkout of a question, as it was when the question was asked. */
export interface PendingQuestion {
  /** `pay` asks for consent to the total; `visit` asks to open the buyer's page. */
  readonly question: 'pay' | 'visit';
  readonly checkout_id: string;
  readonly version: number;
  /** Minor units. */
  readonly total: number;
}

/**
 * `requestState` of a question (MCP, multi round-trip requests). It passes through the client, so it is sealed for its
 * caller and expires after ten minutes.
 */
export class SealedState {
  private readonly key: Buffer;
  private readonly now: () => number;

  constructor(secret: Buffer, now: () => number) {
    this.key = Buffer.from(hkdfSync('sha256', secret, '', PURPOSE, 32));
    this.now = now;
  }

  close(caller: Caller, asked: PendingQuestion): string {
    const plain = JSON.stringify({ ...asked, at: this.now() });
    return seal(this.key, Buffer.from(plain), boundTo(caller)).toString('base64url');
  }

  /** Returns `undefined` if the state belongs to another caller, is too old, or was not sealed by this portal. */
  open(caller: Caller, state: string | undefined): PendingQuestion | undefined {
    if (state === undefined) return undefined;
    const plain = open(this.key, Buffer.from(state, 'base64url'), boundTo(caller));
    if (!plain) return undefined;
    const { at, ...asked }: PendingQuestion & { readonly at: number } = JSON.parse(plain.toString());
    return this.now() - at < LIFETIME ? asked : undefined;
  }
}

function boundTo({ id, buyer_id }: Caller): string {
  return JSON.stringify([id, buyer_id]);
}
