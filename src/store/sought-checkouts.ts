import { hasAddress } from '../domain/privacy/person.js';

/** What a page of checkouts has looked at. */
export interface LookedAtCheckout {
  readonly key: string;
  readonly version: number;
  /** Null = of another organization. */
  readonly body: string | null;
}

/** Whether it is of the organization and has the address, if one is asked for; before it is parsed. */
export function isSoughtCheckout<Row extends LookedAtCheckout>(
  row: Row,
  address: string | undefined,
): row is Row & { readonly body: string } {
  return row.body !== null && (address === undefined || hasAddress(row.body, address));
}
