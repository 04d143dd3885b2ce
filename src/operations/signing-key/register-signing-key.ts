import { z } from 'zod';
import { toBase64 } from '../../attestation/bytes.js';
import { defineOperation } from '../../calls/define.js';
import { assertReusable } from '../../domain/signing-key/registration.js';
import { newSigningKey, type SigningKey } from '../../domain/signing-key/signing-key.js';
import { insertWrite } from '../../ports.js';
import { authorOf } from '../../records/audit.js';
import { buildSigningKeyWrites } from '../../records/signing-key-writes.js';
import { answer, id } from '../../schema/primitives.js';
import { keyProofInput, publicKeyInput, signingKey } from '../../schema/signing-key.js';
import { signingKeyView } from '../../view/signing-key-view.js';
import { namedAgent } from '../agent/named-agent.js';
import { assertPossession } from './assert-possession.js';

export const registerSigningKey = defineOperation({
  name: 'register_signing_key',
  title: 'Register a signing key',
  description:
    'Registers the public key of an agent, or of the organization for all its agents. If the owner already has an active key, the answer is that key with `created: false`: compare the fingerprints, and rotate to replace it.',
  scope: 'signing-keys',
  effect: 'write',
  idempotent: true,
  input: z.strictObject({
    public_key: publicKeyInput,
    agent_id: id('The agent that owns the key; omit for a key of the organization').optional(),
    proof: keyProofInput,
  }),
  output: answer({ created: z.boolean(), data: signingKey }),
  sample: ({ publicKey, agent }) => ({ public_key: publicKey, agent_id: agent }),
  errors: [
    'private_key_submitted',
    'invalid_public_key',
    'unsupported_key_algorithm',
    'weak_public_key',
    'signing_key_revoked',
    'signing_key_retired',
    'agent_key_mismatch',
    'agent_unknown',
    'invalid_signature_encoding',
    'signature_invalid',
    'key_proof_required',
  ],
  fingerprint: ({ public_key, agent_id, proof }) => ({
    public_key: public_key.pem,
    agent_id,
    proof: proof && toBase64(proof),
  }),
  http: { method: 'post', path: '/api/signing-keys' },
  mcp: {
    description:
      'Register the Ed25519 public key (PEM) with which an agent signs its job receipts. created false = the owner already has an active key, and data is that key: compare key_fingerprint. Never send a private key. Next: submit_receipt.',
  },
  handle(context, { public_key, agent_id = null, proof }) {
    const { caller, ids, now } = context;
    const { organization_id } = caller;
    return context.update((rows) => {
      if (agent_id !== null) namedAgent(rows, context, agent_id, 'agent_id');
      const known = rows.find('signingKeyByFingerprint', organization_id, public_key.fingerprint);
      if (known) assertReusable(known, agent_id);
      const current = known ?? rows.find('activeSigningKey', organization_id, agent_id);
      if (current) return { writes: [], answer: registered(false, current) };
      const owner = { organization_id, agent_id };
      assertPossession(rows, owner, public_key, proof);
      const row = newSigningKey(ids.uuid(), owner, public_key, now);
      const writes = buildSigningKeyWrites(
        authorOf(context),
        insertWrite('signing_key', row),
        'signing_key.registered',
        ['status'],
      );
      return { writes, answer: registered(true, row) };
    });
  },
});

function registered(created: boolean, key: SigningKey) {
  return { body: { created, data: signingKeyView(key) } };
}
