import { sign } from 'node:crypto';
import { toBase64Url, utf8 } from '../attestation/bytes.js';
import { type OrderStatement, statementHeader, statementPayload } from '../attestation/order-statement.js';
import type { KeptStatement } from '../domain/order/kept-statement.js';
import type { Order } from '../domain/order/order.js';
import { hashableContext } from '../domain/order/receipt-context.js';
import type { SealedKey } from '../domain/tenant/sealed-key.js';
import { required } from '../domain/values/required.js';
import { CURVES, findCurrent, openKey, toJwk } from './shop-keys.js';

/** The statement of an order, with the shop's signatures (docs/receipts-format.md, Order statements). */

type Keys = readonly SealedKey[];

/**
 * Signs an order with the deployment's present keys.
 * @param secret the database's secret for sealing these keys
 */
export function signOrder(
  order: Order,
  issuer: string,
  keys: Keys,
  { secret, now }: { readonly secret: Buffer; readonly now: number },
): KeptStatement {
  const signed_at = Math.floor(now / 1000);
  const payload = payloadOf(order, { issuer, signed_at });
  const signatures = CURVES.map((curve) => {
    const key = required(findCurrent(keys, curve), 'signing key');
    const message = Buffer.from(`${headerOf(key)}.${payload}`);
    const way = { key: openKey(key, secret), dsaEncoding: 'ieee-p1363' } as const;
    return { kid: key.kid, signature: sign(curve === 'P-256' ? 'sha256' : null, message, way).toString('base64url') };
  });
  return { id: order.id, issuer, signed_at, signatures, created_at: now, updated_at: now, version: 0 };
}

/** Joins the signatures to what they are over; `undefined` if one of the keys was removed. */
export function statementOf(order: Order, kept: KeptStatement, keys: Keys): OrderStatement | undefined {
  const signed = kept.signatures.flatMap(({ kid, signature }) => {
    const key = keys.find((one) => one.kid === kid);
    return key ? [{ key, signature }] : [];
  });
  if (signed.length < kept.signatures.length) return undefined;
  return {
    payload: payloadOf(order, kept),
    signatures: signed.map(({ key, signature }) => ({ protected: headerOf(key), signature })),
    keys: signed.map(({ key }) => toJwk(key)),
  };
}

function headerOf(key: SealedKey): string {
  return toBase64Url(utf8(statementHeader(toJwk(key))));
}

function payloadOf(order: Order, { issuer, signed_at }: Pick<KeptStatement, 'issuer' | 'signed_at'>): string {
  const context = hashableContext(order);
  return toBase64Url(statementPayload({ iss: issuer, sub: order.id, iat: signed_at, context }));
}
