import { z } from 'zod';
import { toBase64 } from '../../attestation/bytes.js';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import { assertReusable } from '../../domain/signing-key/registration.js';
import { newSigningKey, retire } from '../../domain/signing-key/signing-key.js';
import { insertWrite, replaceWrite } from '../../ports.js';
import { authorOf } from '../../records/audit.js';
import { buildSigningKeyWrites } from '../../records/signing-key-writes.js';
import { dataOf, id } from '../../schema/primitives.js';
import { keyProofInput, publicKeyInput, signingKey } from '../../schema/signing-key.js';
import { signingKeyView } from '../../view/signing-key-view.js';
import { assertPossession } from './assert-possession.js';
import { ownSigningKey } from './own-signing-key.js';

export const rotateSigningKey = defineOperation({
  name: 'rotate_signing_key',
  title: 'Rotate a signing key',
  description:
    'Replaces the active key by a new one of the same owner. The old key is retired: receipts issued before that are still accepted during the grace period. Answers the new key.',
  scope: 'signing-keys',
  effect: 'write',
  idempotent: false,
  input: z.strictObject({
    signing_key_id: id('Id of the active key'),
    public_key: publicKeyInput,
    proof: keyProofInput,
  }),
  inputErrors: { signing_key_id: 'signing_key_not_found' },
  output: dataOf(signingKey),
  sample: ({ signingKey, publicKey }) => ({ signing_key_id: signingKey, public_key: publicKey }),
  errors: [
    'signing_key_not_found',
    'signing_key_not_active',
    'private_key_submitted',
    'invalid_public_key',
    'unsupported_key_algorithm',
    'weak_public_key',
    'signing_key_revoked',
    'signing_key_retired',
    'agent_key_mismatch',
    'invalid_signature_encoding',
    'signature_invalid',
    'key_proof_required',
  ],
  fingerprint: ({ signing_key_id, public_key, proof }) => ({
    signing_key_id,
    public_key: public_key.pem,
    proof: proof && toBase64(proof),
  }),
  http: { method: 'post', path: '/api/signing-keys/{id}/rotate', parts: { id: 'signing_key_id' } },
  handle(context: Context<'clock'>, { signing_key_id, public_key, proof }) {
    const { ids } = context;
    return context.update((rows) => {
      const now = context.services.clock.now();
      const old = ownSigningKey(rows, context, signing_key_id);
      const retired = retire(old, now);
      const known = rows.find('signingKeyByFingerprint', old.organization_id, public_key.fingerprint);
      if (known) {
        assertReusable(known, old.agent_id);
        throw new PortalError('invalid_request', 'public_key: it is already the active key');
      }
      assertPossession(rows, old, public_key, proof);
      const row = newSigningKey(ids.uuid(), old, public_key, now);
      const by = authorOf(context);
      return {
        writes: [
          ...buildSigningKeyWrites(by, replaceWrite('signing_key', old, retired), 'signing_key.retired', [
            'status',
            'retired_at',
          ]),
          ...buildSigningKeyWrites(by, insertWrite('signing_key', row), 'signing_key.registered', ['status']),
        ],
        answer: { body: { data: signingKeyView(row) } },
      };
    });
  },
});
