import type { Receipt } from './receipt.js';

type Holder = Pick<Receipt, 'metadata'>;

const RECEIPT_HASH = /^[0-9a-f]{64}$/;

/**
 * The `receipt_hash` of the receipt that this one supersedes (docs/receipts-format.md, Superseding), from the signed member
 * `metadata.supersedes`. Undefined = there is no such member, or it is no hash.
 */
export function supersededHash(receipt: Holder): string | undefined {
  const hash = supersedesOf(receipt);
  return typeof hash === 'string' && RECEIPT_HASH.test(hash) ? hash : undefined;
}

/** Whether `metadata.supersedes` is absent or a hash: the portal accepts no receipt with anything else there. */
export function isSupersedesValid(receipt: Holder): boolean {
  return supersedesOf(receipt) === undefined || supersededHash(receipt) !== undefined;
}

function supersedesOf({ metadata }: Holder): unknown {
  return metadata && Object.hasOwn(metadata, 'supersedes') ? metadata.supersedes : undefined;
}
