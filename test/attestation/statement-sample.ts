import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { z } from 'zod';
import { toBase64Url, utf8 } from '../../src/attestation/bytes.js';
import {
  type OrderStatement,
  type StatementClaims,
  statementHeader,
  statementPayload,
} from '../../src/attestation/order-statement.js';
import { ed25519Key, p256Key, type ShopKey } from '../../src/attestation/shop-key.js';

/** Order statements signed by Node, with the keys of RFC 7515, A.3, and RFC 8037, A.1. */

const point = z.object({ x: z.string(), y: z.string().default('') });

const P256 = {
  kty: 'EC',
  crv: 'P-256',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
  d: 'jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI',
};
const ED25519 = {
  kty: 'OKP',
  crv: 'Ed25519',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
};

interface Signing {
  readonly jwk: ShopKey;
  readonly key: KeyObject;
}

function signingOf(secret: typeof P256 | typeof ED25519): Signing {
  const { x, y } = point.parse(secret);
  const jwk = secret.kty === 'EC' ? p256Key(x, y) : ed25519Key(x);
  return { jwk, key: createPrivateKey({ key: secret, format: 'jwk' }) };
}

export const SIGNERS: readonly [Signing, Signing] = [signingOf(P256), signingOf(ED25519)];

export const CLAIMS: StatementClaims = {
  iss: 'https://shop.example/deployments/dep_1',
  sub: 'ord_1',
  iat: 1_763_632_800,
  context: { v: 2, order_id: 'ord_1', totals: [{ type: 'total', amount: 3799 }] },
};

interface Form {
  readonly payload?: string;
  /** Texts of the two headers. */
  readonly headers?: readonly [string, string];
  readonly signers?: readonly [Signing, Signing];
}

/** Signs a statement, also one whose parts have a wrong form. */
export function makeStatement(claims: object = CLAIMS, form: Form = {}): OrderStatement {
  const { signers = SIGNERS } = form;
  const payload = form.payload ?? toBase64Url(statementPayload({ ...CLAIMS, ...claims }));
  const signatures = signers.map(({ jwk, key }, at) => {
    const header = toBase64Url(utf8(form.headers?.[at] ?? statementHeader(jwk)));
    return { protected: header, signature: signatureOver(key, `${header}.${payload}`) };
  });
  return { payload, signatures, keys: signers.map(({ jwk }) => jwk) };
}

function signatureOver(key: KeyObject, message: string): string {
  const hash = key.asymmetricKeyType === 'ec' ? 'sha256' : null;
  return sign(hash, Buffer.from(message), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
}
