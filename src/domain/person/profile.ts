import type { Destination } from '../values/address.js';
import { addressOf } from '../values/email.js';
import { hashSecret } from '../values/secret.js';

/** Contact and address that a person saved at a merchant, for their assistants to fill in. */
export interface Profile {
  /** Made by `profileKey`. */
  readonly id: string;
  readonly organization_id: string;
  readonly full_name?: string;
  readonly phone_number?: string;
  readonly address?: Destination;
  /** Milliseconds since the epoch, like all times here. */
  readonly created_at: number;
  readonly updated_at: number;
  readonly version: number;
}

/** Derives the key of a profile from the mail address, so that the merchant can erase it with the address alone. */
export function profileKey(organizationId: string, email: string): string {
  return hashSecret(`profile/${organizationId}/${addressOf(email)}`);
}
