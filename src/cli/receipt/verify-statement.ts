import { AttestationError } from '../../attestation/attestation-error.js';
import { type VerifiedStatement, verifyOrderStatement } from '../../attestation/order-statement.js';
import { asciiLines } from './ascii-lines.js';
import { attestationText } from './attestation-text.js';

/** Outcome for an order statement. `pinned`: the keys of the shop that the user named. */
export type StatementOutcome = { readonly pinned: { readonly shop: readonly string[] | null } } & (
  | ({ readonly valid: true } & VerifiedStatement)
  | { readonly valid: false; readonly detail: string }
);

export async function statementOutcome(value: unknown, shop: readonly string[] | undefined): Promise<StatementOutcome> {
  const pinned = { shop: shop ?? null };
  try {
    return { valid: true, pinned, ...(await verifyOrderStatement(value, { shop })) };
  } catch (error) {
    if (error instanceof AttestationError) return { valid: false, pinned, detail: attestationText(error) };
    throw error;
  }
}

export function statementText(verified: VerifiedStatement, shop: readonly string[] = []): string {
  const { order_id, keys, signed_at, issuer, context_hash, context } = verified;
  const signed = keys.map((kid, at) => {
    const note = shop.includes(kid) ? '' : ', which was not compared with a key that you know (--shop)';
    return `signed    with ${at === 0 ? 'ES256' : 'EdDSA'} by the key ${kid}${note}`;
  });
  return asciiLines([
    `statement of order ${order_id} is valid`,
    ...signed,
    `issued    ${signed_at}, in the name of ${issuer}`,
    `context   ${context_hash}`,
    `states    ${JSON.stringify(context)}`,
  ]);
}
