import type { Receipt } from '../../attestation/receipt.js';
import type { Context } from '../../calls/context.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import { assertKeyAccepted, assertKeyCoversAgent } from '../../domain/receipt/acceptance.js';
import type { SigningKey } from '../../domain/signing-key/signing-key.js';
import type { Agent } from '../../domain/tenant/tenant.js';
import type { Rows } from '../../ports.js';
import { namedAgent } from '../agent/named-agent.js';
import { findNamed } from '../tenancy/find-own.js';

/**
 * Checks the key, agent and consumer that a receipt names against the organization's rows (docs/receipts-format.md,
 * Acceptance).
 * @throws PortalError `signing_key_unknown`, `signing_key_revoked`, `signing_key_retired`, `agent_unknown`,
 * `agent_key_mismatch`, `consumer_unknown`
 */
export function validateClaims(
  rows: Rows,
  context: Pick<Context<'receipts'>, 'caller' | 'services'>,
  receipt: Receipt,
  fingerprint: string,
  now: number,
): { readonly key: SigningKey; readonly agent: Agent } {
  const { caller } = context;
  rows.expect(
    ['signingKeyByFingerprint', caller.organization_id, fingerprint],
    ['get', 'agent', receipt.agent_id],
    ['get', 'consumer', receipt.consumer_id],
  );
  const key = rows.find('signingKeyByFingerprint', caller.organization_id, fingerprint);
  if (!key) throw new PortalError('signing_key_unknown', 'public_key: it is not registered for the organization');
  assertKeyAccepted(key, context.services.receipts.rules, now);
  const agent = namedAgent(rows, context, receipt.agent_id, 'receipt.agent_id');
  assertKeyCoversAgent(key, agent);
  const unknown = 'receipt.consumer_id: there is no consumer with this id in the organization';
  findNamed(rows.get('consumer', receipt.consumer_id), caller, 'consumer_unknown', unknown);
  return { key, agent };
}
