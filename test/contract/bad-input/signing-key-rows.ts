import { generateKeyPairSync } from 'node:crypto';
import type { OperationName } from '../portal-api.js';
import { wrongPaging } from './catalog-rows.js';
import { bodies, invalid, type MakeRow, paths, type Refusal, tooLong, type Wrong } from './row.js';
import { absentUuid } from './world.js';

const K = '/api/signing-keys';

const key = (code: string): Refusal => [400, code, /^public_key: /];

const P_256 = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .publicKey.export({ type: 'spki', format: 'pem' })
  .toString();
/** Example from RFC 8410, 10.3, which is nobody's key. */
const PRIVATE = `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
-----END PRIVATE KEY-----
`;
/** The point of order 4 with y = 0. */
const WEAK = `-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
-----END PUBLIC KEY-----
`;

/** Invalid values of `public_key` in an otherwise valid body; test/surface/receipts has the complete list. */
export function wrongKeysIn(body: object): Wrong[] {
  const values: readonly (readonly [string, unknown, string])[] = [
    ['absent', undefined, 'invalid_public_key'],
    ['null', null, 'invalid_public_key'],
    ['a number', 1, 'invalid_public_key'],
    ['a list', [PRIVATE], 'invalid_public_key'],
    ['empty', '', 'invalid_public_key'],
    ['too long', tooLong(1000), 'invalid_public_key'],
    ['two blocks', `${WEAK}${WEAK}`, 'invalid_public_key'],
    ['a private key', PRIVATE, 'private_key_submitted'],
    ['a key of P-256', P_256, 'unsupported_key_algorithm'],
    ['a point of low order', WEAK, 'weak_public_key'],
  ];
  return values.map(([name, public_key, code]) => ({
    name: `public_key ${name}`,
    body: { ...body, public_key },
    refusal: key(code),
  }));
}

function wrongProofs(body: object): [string, object, Refusal][] {
  const proof = (code: string): Refusal => [400, code, /^proof: /];
  return [
    ['proof null', { ...body, proof: null }, proof('invalid_signature_encoding')],
    ['proof not base64', { ...body, proof: 'x' }, proof('invalid_signature_encoding')],
    ['proof by nobody', { ...body, proof: `${'A'.repeat(86)}==` }, proof('signature_invalid')],
  ];
}

const registerKey: MakeRow = ({ attested: { agent, pem }, foreign }) => {
  const body = { public_key: pem.unknown, agent_id: agent };
  const unknown: Refusal = [400, 'agent_unknown', /^agent_id: /];
  return {
    right: { path: K, body },
    wrong: [
      ...wrongKeysIn(body),
      ...bodies([
        ['agent_id null', { ...body, agent_id: null }, invalid(/^agent_id/)],
        ['agent_id a number', { ...body, agent_id: 1 }, invalid(/^agent_id/)],
        ['agent_id empty', { ...body, agent_id: '' }, invalid(/^agent_id/)],
        ['agent_id too long', { ...body, agent_id: tooLong(128) }, invalid(/^agent_id/)],
        ['agent_id of no agent', { ...body, agent_id: 'agt_absent' }, unknown],
        ['agent_id of another kind', { ...body, agent_id: foreign.shop }, unknown],
        ...wrongProofs(body),
        ['key that was revoked', { public_key: pem.revoked }, key('signing_key_revoked')],
        ['key that was retired', { public_key: pem.retired }, key('signing_key_retired')],
        ["the organization's key for an agent", { ...body, public_key: pem.active }, key('agent_key_mismatch')],
        ['revoked key for an agent', { ...body, public_key: pem.revoked }, key('signing_key_revoked')],
      ]),
    ],
  };
};

const listKeys: MakeRow = ({ cursors }) => ({
  right: { path: `${K}?limit=1&cursor=${cursors.signingKeys}` },
  wrong: [
    ...wrongPaging(K),
    ...paths([
      ['cursor of another list', `${K}?cursor=${cursors.receipts}`, [400, 'invalid_cursor', /cursor/]],
      ['member of another operation', `${K}?status=active`, invalid(/"status"/)],
    ]),
  ],
});

const rotateKey: MakeRow = ({ attested: { active, retired, revoked, pem } }) => {
  const body = { public_key: pem.unknown };
  const over: Refusal = [409, 'signing_key_not_active', /^The key is (retired|revoked); /];
  return {
    right: { path: `${K}/${active}/rotate`, body },
    wrong: [
      ...wrongKeysIn(body),
      ...bodies([
        ['rotation to the active key itself', { public_key: pem.active }, invalid(/^public_key: /)],
        ['rotation to a revoked key', { public_key: pem.revoked }, key('signing_key_revoked')],
        ['rotation to a retired key', { public_key: pem.retired }, key('signing_key_retired')],
        ...wrongProofs(body),
        ['agent_id', { ...body, agent_id: 'agt_x' }, invalid(/unknown member "agent_id"/)],
      ]),
      { name: 'rotation of a retired key', path: `${K}/${retired}/rotate`, refusal: over },
      { name: 'rotation of a revoked key', path: `${K}/${revoked}/rotate`, refusal: over },
      {
        name: 'rotation of an absent key to an invalid one',
        path: `${K}/${absentUuid}/rotate`,
        body: {},
        refusal: key('invalid_public_key'),
      },
    ],
  };
};

const revokeKey: MakeRow = ({ attested: { active } }) => ({
  right: { path: `${K}/${active}/revoke`, body: { reason: 'x'.repeat(500) } },
  wrong: bodies([
    ['reason absent', {}, invalid(/^reason: is required/)],
    ['reason null', { reason: null }, invalid(/^reason/)],
    ['reason a number', { reason: 1 }, invalid(/^reason/)],
    ['reason empty', { reason: '' }, invalid(/^reason/)],
    ['reason blank', { reason: ' \n' }, invalid(/^reason/)],
    ['reason too long', { reason: tooLong(500) }, invalid(/^reason/)],
    ['reason with a control character', { reason: 'lost\u0000' }, invalid(/^reason/)],
  ]),
});

export const signingKeyRows = {
  register_signing_key: registerKey,
  list_signing_keys: listKeys,
  rotate_signing_key: rotateKey,
  revoke_signing_key: revokeKey,
} satisfies Partial<Record<OperationName, MakeRow>>;
