import { expect } from 'vitest';
import { anotherAgent } from '../../actors/attester.js';
import type { Args, RegistryCaller } from '../../actors/registry-caller.js';
import { newSigner, receiptFor, type Signer } from '../../actors/signer.js';
import type { Answered } from '../../support/portal.js';
import type { Row } from './rows.js';
import type { Stage } from './stage.js';

/** The writes of keys and receipts, each for an agent that nothing else in the test has touched. */

async function agentOf({ portal }: Stage): Promise<string> {
  return anotherAgent(portal, portal.demo.organization_id);
}

async function keyed(stage: Stage): Promise<{ agent_id: string; signing_key_id: string; signer: Signer }> {
  const agent_id = await agentOf(stage);
  const signer = newSigner();
  const { public_key } = signer;
  const { json } = await stage.merchant.send('register_signing_key', { public_key, agent_id });
  expect(json).toMatchObject({ created: true });
  return { agent_id, signer, signing_key_id: json.data.id };
}

const OTHER = { public_key: newSigner().public_key };

export const ATTESTED_ROWS: Readonly<Record<string, Row>> = {
  register_signing_key: {
    fresh: async (stage) => ({ public_key: newSigner().public_key, agent_id: await agentOf(stage) }),
    other: OTHER,
    oneEffect: isActive,
  },
  rotate_signing_key: {
    async fresh(stage) {
      const { signing_key_id } = await keyed(stage);
      return { signing_key_id, public_key: newSigner().public_key };
    },
    other: OTHER,
    async oneEffect(by, args, answer) {
      await isActive(by, args, answer);
      const { signing_key_id } = args;
      expect((await by.ok('get_signing_key', { signing_key_id })).status).toBe('retired');
    },
  },
  revoke_signing_key: {
    fresh: async (stage) => ({ signing_key_id: (await keyed(stage)).signing_key_id, reason: 'lost' }),
    other: { reason: 'stolen' },
    async oneEffect(by, { signing_key_id }, { json }) {
      expect(await by.ok('get_signing_key', { signing_key_id })).toEqual(json.data);
      expect(json.data).toMatchObject({ status: 'revoked', revoked_reason: 'lost' });
    },
  },
  submit_receipt: {
    async fresh(stage) {
      const { agent_id, signer } = await keyed(stage);
      const { consumer_id } = stage.portal.demo;
      return { ...signer.submission(receiptFor({ agent_id, consumer_id }, Date.now())), metadata: { channel: 'a' } };
    },
    other: { metadata: { channel: 'b' } },
    async oneEffect(by, args, { json }) {
      const { agent_id } = Object(args.receipt);
      const receipts = await by.ok('list_receipts', { agent_id });
      expect(receipts).toMatchObject([{ ...json, unsigned_metadata: { channel: 'a' } }]);
    },
  },
};

async function isActive(by: RegistryCaller, { public_key }: Args, { json }: Answered): Promise<void> {
  const key = await by.ok('get_signing_key', { signing_key_id: json.data.id });
  expect(key).toEqual(json.data);
  expect(key).toMatchObject({ status: 'active', public_key });
}
