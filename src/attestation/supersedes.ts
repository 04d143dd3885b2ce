import type { Receipt } from './receipt.js';

type Holder = Pick<Receipt, 'metadata'>;

const RECEIPT_HASH = /^[0-9a-f]{64}$/;

/**
 * Reads the `receipt_hash` of the superseded receipt from the signed member `metadata.supersedes`
 * (docs/receipts-format.md, Superseding); `undefined` if absent or not a hash.
 */
export function supersededHash(receipt: Holder): string | undefined {
  const hash = supersedesOf(receipt);
  return typeof hash === 'string' && RECEIPT_HASH.test(hash) ? hash : undefined;
}

/** True if `metadata.supersedes` is absent or a hash. The portal rejects receipts with any other value. */
export function isSupersedesValid(receipt: Holder): boolean {
  return supersedesOf(receipt) === undefined || supersededHash(receipt) !== undefined;
}

function supersedesOf({ metadata }: Holder): unknown {
  return metadata && Object.hasOwn(metadata, 'supersedes') ? metadata.supersedes : undefined;
}
