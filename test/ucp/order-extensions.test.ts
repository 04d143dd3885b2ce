import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromBase64 } from '../../src/attestation/bytes.js';
import { openNote, readVkey } from '../../src/attestation/note.js';
import { required } from '../../src/domain/values/required.js';
import { replaceWrite } from '../../src/ports.js';
import { demoAttester, newSignerOf, submitted } from '../actors/attester.js';
import { type Shopper, shopper } from '../actors/shopper.js';
import { anotherKey } from '../support/tenants.js';
import { PAYMENT, ready } from './bodies.js';
import { extendedPortal, PLAIN_PROFILE, taken } from './own-extensions.js';
import { PROFILE, platformKey, type UcpPortal } from './platform.js';
import { PUBLISHED, withSchemas } from './schemas.js';

/** The portal's order extensions: permitted actions, and proofs of receipts. */
withSchemas('an order', () => {
  describe.each(PUBLISHED)('%s', (version) => {
    let shop: UcpPortal;
    let merchant: Shopper;
    beforeAll(async () => {
      shop = await extendedPortal(version, { env: { PORTAL_PUBLIC_LOGS: '1' } });
      shop = { ...shop, key: await platformKey(shop.portal, [PROFILE, PLAIN_PROFILE]) };
      const { key } = await anotherKey(shop.portal, 'deployment', { scopes: ['commerce', 'fulfillment'] });
      merchant = shopper(shop.portal, { key });
    });
    afterAll(() => shop.portal.close());

    /** Buys two mugs for pickup. Returns the order's id. */
    const bought = async (profile = PROFILE): Promise<string> => {
      const made = await taken(shop, version, ['POST', '/checkout-sessions'], { body: ready(2), profile });
      const path = `/checkout-sessions/${made.id}/complete`;
      return (await taken(shop, version, ['POST', path], { body: PAYMENT, profile })).order.id;
    };
    const read = (id: string, profile = PROFILE) => taken(shop, version, ['GET', `/orders/${id}`], { profile });
    const show = (chosen: { readonly public_log?: boolean; readonly public_receipts?: boolean }) =>
      shop.portal.app.store.update((rows) => {
        const before = required(rows.get('organization', shop.portal.demo.organization_id), 'organization');
        return { writes: [replaceWrite('organization', before, { ...before, ...chosen })], result: undefined };
      });
    const open = (url: string) => shop.portal.request('GET', new URL(url).pathname, { key: null });

    test('shows a hold, its reason, and the permitted actions', async () => {
      const order_id = await bought();
      const placed = await read(order_id);
      expect(placed).toMatchObject({
        on_hold: false,
        permitted_actions: ['hold', 'fulfill', 'cancel', 'refund'],
      });
      expect(placed).not.toHaveProperty('hold_reason');
      await merchant.ok('hold_order', { order_id, reason: 'Is it a fraud?' });
      expect(await read(order_id)).not.toHaveProperty('hold_reason');
      await merchant.ok('release_order', { order_id });
      await merchant.ok('hold_order', { order_id, reason: 'The address is checked', visible: true });
      expect(await read(order_id)).toMatchObject({
        on_hold: true,
        hold_reason: 'The address is checked',
        permitted_actions: ['release', 'cancel', 'refund'],
      });
      await merchant.ok('release_order', { order_id });
      await merchant.ok('cancel_order', { order_id });
      expect(await read(order_id)).toMatchObject({ on_hold: false, permitted_actions: [] });
    });

    test('lists the same permitted actions as for a key with every scope', async () => {
      const order_id = await bought();
      const own = (await merchant.ok('get_order', { order_id })).data;
      expect((await read(order_id)).permitted_actions).toEqual(own.permitted_actions);
    });

    test('has no members of the extensions for a platform without them', async () => {
      const order = await read(await bought(PLAIN_PROFILE), PLAIN_PROFILE);
      for (const member of ['on_hold', 'hold_reason', 'permitted_actions', 'attestation'])
        expect(order).not.toHaveProperty(member);
      expect(order.line_items[0]).not.toHaveProperty('properties');
    });

    test('names its receipts, and their proofs if the organization publishes them', async () => {
      const order_id = await bought();
      const { context_hash } = (await merchant.ok('get_receipt_context', { order_id })).data;
      expect((await read(order_id)).attestation).toEqual({ context_hash, receipts: [] });

      const attester = demoAttester(shop.portal);
      const signer = await newSignerOf(attester);
      const id = await submitted(attester, signer, Date.now(), { context_hash });
      const hidden = (await read(order_id)).attestation;
      expect(hidden).toEqual({
        context_hash,
        receipts: [{ id, agent_id: attester.agent_id, resolution: 'success', received_at: expect.any(String) }],
      });

      await show({ public_log: true });
      const shown = (await read(order_id)).attestation;
      const [receipt] = shown.receipts;
      expect(receipt).toMatchObject({ ...hidden.receipts[0], receipt_hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
      expect(receipt).not.toHaveProperty('bundle');
      for (const url of [receipt.proof, ...Object.values<string>(shown.log)])
        expect([url, url.startsWith('https://shop.example.com/')]).toEqual([url, true]);
      const names = (await open(shown.log.url)).json.data.logs;
      const proof = (await open(receipt.proof)).json.data;
      expect(proof.receipt_id).toBe(id);
      // The proof and the checkpoint that the order names are signed by the same log key.
      const { public_key } = names.at(-1);
      expect(proof.public_key).toBe(public_key);
      const checkpoint = (await open(shown.log.checkpoint)).text;
      expect(openNote(checkpoint, readVkey(public_key))).toContain(names.at(-1).origin);
      expect((await open(shown.log.signing_keys)).json.keys.length).toBeGreaterThan(0);

      await show({ public_receipts: true });
      const [proved] = (await read(order_id)).attestation.receipts;
      const bundle = (await open(proved.bundle)).json.data;
      expect(bundle.receipt.context_hash).toBe(context_hash);
      expect(fromBase64(bundle.signature)).toHaveLength(64);
      await show({ public_log: false, public_receipts: false });
      expect((await read(order_id)).attestation).toEqual(hidden);
    });
  });
});
