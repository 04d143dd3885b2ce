import { AttestationError } from '../../attestation/attestation-error.js';
import {
  assertDelegated,
  type DelegationChain,
  type DelegationLink,
  wrongSignature,
} from '../../attestation/delegation.js';
import type { Receipt } from '../../attestation/receipt.js';
import type { Context } from '../../calls/context.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import type { Order } from '../../domain/order/order.js';
import type { CheckedReceipt } from '../../domain/receipt/receipt.js';
import { pathText } from '../../json/path-text.js';
import type { Rows, Wanted } from '../../ports.js';
import { findConsumerKey } from './consumer-key-of.js';

/** A well-formed chain, and the result of the check of its signatures. */
export interface SubmittedDelegation {
  readonly chain: DelegationChain;
  readonly wrongLink: number | undefined;
}

type SignedReceipt = Receipt & { readonly key_fingerprint: string };

const ROOT = 'delegation[0].public_key';

/**
 * Checks that a chain allows a receipt now (docs/receipts-format.md, Delegations): its signatures, its first key, which
 * the receipt's consumer, an agent or the organization must have as active, and its last link.
 * @throws PortalError `invalid_delegation`, `signing_key_unknown`, `signing_key_revoked`, `signing_key_retired`,
 * `outside_delegation`
 */
export function assertDelegation(
  rows: Rows,
  { caller, services }: Pick<Context<'receipts'>, 'caller' | 'services'>,
  { chain, wrongLink }: SubmittedDelegation,
  { consumer_id, job_id, resolution, issued_at, key_fingerprint }: SignedReceipt,
  order: Order | undefined,
  now: number,
): void {
  const job = { consumer_id, job_id, resolution, order_id: order?.id ?? null, shop_id: order?.shop_id ?? null };
  asPortalError(() => {
    if (wrongLink !== undefined) throw wrongSignature([], wrongLink);
  });
  assertRootActive(rows, caller.organization_id, consumer_id, chain.links[0]);
  asPortalError(() => assertDelegated(chain, { ...job, issued_at, key_fingerprint }));
  assertInGrace(chain, services.receipts.rules.key_grace, now);
}

/** @throws PortalError `receipt_conflict` for another chain than that of an accepted receipt */
export function assertSameDelegation({ id, delegation }: CheckedReceipt, chain: DelegationChain | undefined): void {
  if (delegation === (chain?.text ?? null)) return;
  const was = delegation === null ? 'without one' : 'with another one';
  throw new PortalError('receipt_conflict', `delegation: the receipt was accepted ${was}, as ${id}`);
}

/** Lists the rows that are read to check the first key of a chain. */
export function buildDelegationHints(
  organizationId: string,
  consumerId: string,
  chain: DelegationChain | undefined,
): Wanted[] {
  if (!chain) return [];
  return [
    ['lastEntryOf', organizationId, consumerId],
    ['signingKeyByFingerprint', organizationId, chain.links[0].key.fingerprint],
  ];
}

/** The last entries in the log decide, so no key is active because its row was changed. */
function assertRootActive(rows: Rows, organization_id: string, consumer_id: string, { key }: DelegationLink): void {
  const signing = rows.find('signingKeyByFingerprint', organization_id, key.fingerprint);
  if (!signing) {
    findConsumerKey(rows, { organization_id, consumer_id }, key.fingerprint, ROOT);
    return;
  }
  if (signing.status === 'revoked') throw new PortalError('signing_key_revoked', `${ROOT}: it was revoked`);
  if (signing.status === 'retired')
    throw new PortalError('signing_key_retired', `${ROOT}: it was retired; have the chain begin with the active key`);
}

/** A receipt may arrive later than it was issued, but no longer than one of a key that was retired. */
function assertInGrace({ links }: DelegationChain, grace: number, now: number): void {
  const last = links.length - 1;
  const { expires_at } = (links[last] ?? links[0]).statement;
  if (now <= Date.parse(expires_at) + grace) return;
  throw new PortalError('outside_delegation', `delegation[${last}].statement.expires_at: it was too long ago`);
}

function asPortalError(step: () => void): void {
  try {
    step();
  } catch (error) {
    if (!(error instanceof AttestationError)) throw error;
    const { code, path, detail } = error;
    if (code !== 'invalid_delegation' && code !== 'outside_delegation') throw error;
    throw new PortalError(code, `${pathText(['delegation', ...path])}: it ${detail}`);
  }
}
