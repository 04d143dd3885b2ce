import { ATTESTATION, ORDER } from '../capabilities.js';
import { type OwnExtension, text, url } from './own-extension.js';

/** The receipts that agents have signed about an order, with what is needed to verify them. */
export const attestation: OwnExtension = {
  id: ATTESTATION,
  title: 'Attestation Extension',
  description:
    'The receipts that agents have signed of an order, and where it can be proved that they are in the log of the organization.',
  version: '2026-11-23',
  adds: {
    [ORDER]: {
      type: 'object',
      properties: {
        attestation: {
          $ref: '#/$defs/attestation',
          description: 'Absent in what a platform is told of an order by itself: reading the order answers it.',
        },
      },
    },
  },
  definitions: {
    attestation: {
      type: 'object',
      required: ['context_hash', 'receipts'],
      properties: {
        context_hash: {
          ...text('The hash of the members of the order that never change: what a receipt of this order names'),
          pattern: '^sha256:[0-9a-f]{64}$',
        },
        receipts: {
          type: 'array',
          items: { $ref: '#/$defs/receipt' },
          description: 'Those that were accepted, newest first, at most 20',
        },
        log: { $ref: '#/$defs/log', description: 'The log that the receipts are in; absent where it is not public' },
      },
    },
    receipt: {
      type: 'object',
      required: ['id', 'agent_id', 'resolution', 'received_at'],
      properties: {
        id: text('Id of the receipt'),
        agent_id: text('The agent that signed it'),
        resolution: text('How the job ended: success, failure, partial, canceled, or another word'),
        received_at: { ...text('When it was accepted'), format: 'date-time' },
        superseded_by: text('Id of the receipt that follows it; absent = none does'),
        receipt_hash: {
          ...text('SHA-256 of the signed bytes; absent where the log is not public'),
          pattern: '^[0-9a-f]{64}$',
        },
        proof: url(
          'The proof that it is in the log, with the checkpoint that it leads to; absent where the log is not public',
        ),
        bundle: url('The receipt with all that verifies it; absent where receipts are not public'),
      },
    },
    log: {
      type: 'object',
      required: ['url', 'checkpoint', 'signing_keys'],
      properties: {
        url: url('The names that the log has had, with the public key of each'),
        checkpoint: url('Its size and root, signed: a C2SP tlog-checkpoint'),
        signing_keys: url('The keys that agents sign with, as a JWK Set'),
      },
    },
  },
};
