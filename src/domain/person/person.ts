import { createHmac } from 'node:crypto';
import { addressOf } from '../values/email.js';

const PREFIX = 'prs_';

/** A person who has signed in, known by a mail address. It belongs to no organization. */
export interface Person {
  /** Made by `personId`. */
  readonly id: string;
  /** Normalized by `addressOf`; empty after an erasure, until the next sign-in. */
  readonly email: string;
  /** Sessions that began before this instant have ended. Milliseconds since the epoch. */
  readonly sessions_from: number;
  readonly created_at: number;
  readonly updated_at: number;
  readonly version: number;
}

/**
 * Derives a person's id from the mail address, so that staff can be named before they sign in, and an address has one
 * person without a search.
 * @param secret key without which nobody can test guesses of the address
 */
export function personId(secret: Buffer, email: string): string {
  return `${PREFIX}${createHmac('sha256', secret).update(addressOf(email)).digest('hex').slice(0, 32)}`;
}

export function isPersonId(id: string): boolean {
  return id.startsWith(PREFIX);
}
