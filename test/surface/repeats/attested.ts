import { expect } from 'vitest';
import type { Args, RegistryCaller } from '../../actors/registry-caller.js';
import type { Answered } from '../../support/portal.js';
import type { Row } from './rows.js';

/** Functions that check the effects of writes of signing keys and receipts, which have no version. */
export const ATTESTED_EFFECTS: Readonly<Record<string, NonNullable<Row['oneEffect']>>> = {
  register_signing_key: isActive,
  async rotate_signing_key(by, args, answer) {
    await isActive(by, args, answer);
    const { signing_key_id } = args;
    expect((await by.ok('get_signing_key', { signing_key_id })).status).toBe('retired');
  },
  async revoke_signing_key(by, { signing_key_id, reason }, { json }) {
    expect(await by.ok('get_signing_key', { signing_key_id })).toEqual(json.data);
    expect(json.data).toMatchObject({ status: 'revoked', revoked_reason: reason });
  },
  async submit_receipt(by, { receipt, metadata }, { json }) {
    const { agent_id } = Object(receipt);
    expect(await by.ok('list_receipts', { agent_id })).toMatchObject([{ ...json, unsigned_metadata: metadata }]);
  },
  async submit_receipts(by, { receipts }, { json }) {
    const [{ receipt, metadata }] = Object(receipts);
    const listed = await by.ok('list_receipts', { agent_id: receipt.agent_id });
    expect(listed).toMatchObject([{ ...json.data[0], unsigned_metadata: metadata }]);
  },
};

async function isActive(by: RegistryCaller, { public_key }: Args, { json }: Answered): Promise<void> {
  const key = await by.ok('get_signing_key', { signing_key_id: json.data.id });
  expect(key).toEqual(json.data);
  expect(key).toMatchObject({ status: 'active', public_key });
}
