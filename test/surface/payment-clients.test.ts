import { expect, onTestFinished, test } from 'vitest';
import type { CaptureSupport, PaymentHandler } from '../../src/ports.js';
import { ready } from '../actors/purchase.js';
import { shopper } from '../actors/shopper.js';
import { ACCOUNT_HANDLER, accountHandler } from '../support/account-handler.js';
import { startPortal } from '../support/portal.js';
import { changeSettings } from '../support/tenants.js';

/** The capture of a payment, as the provider's script on the buyer's page is told. */

/** A handler with a script, whose payments wait for the buyer. */
function scriptHandler(captures: CaptureSupport): PaymentHandler {
  return {
    ...accountHandler({ key: 'key_portal', public: 'Portal' }),
    captures,
    form: {
      fields: [],
      instrument: () => ({}),
      client: ({ capture }) => ({
        kind: 'stripe',
        scripts: [],
        sources: { script: [], frame: [], connect: [] },
        config: { capture },
      }),
    },
    authorize: async ({ started_at }) => ({
      state: 'action_required',
      action: { type: 'client', data: {} },
      expires_at: started_at + 600_000,
    }),
  };
}

/** Opens a shop with a cart that is ready to pay. */
async function open(captures: CaptureSupport, payment_capture: 'at_once' | 'on_shipment') {
  const portal = await startPortal({ handlers: [scriptHandler(captures)] });
  onTestFinished(() => portal.close());
  await changeSettings(portal, { payment_handlers: [ACCOUNT_HANDLER], payment_capture });
  const by = shopper(portal);
  const { checkout_id, total } = await ready(by, { lines: ['desk-calendar'] });
  const { continue_url } = (await by.ok('get_checkout', { checkout_id })).data;
  const told = async () =>
    /data-config="{&quot;capture&quot;:&quot;(\w+)/.exec(await (await fetch(continue_url)).text())?.[1];
  const payment = { instruments: [{ id: 'i', handler_id: ACCOUNT_HANDLER }] };
  const pay = () => by.ok('complete_checkout', { checkout_id, expected_total: total, payment });
  return { portal, told, pay };
}

test.each([
  ['many', 'later'],
  ['none', 'now'],
] as const)('is capture on shipment if the handler captures %s: %s', async (captures, told) => {
  expect(await (await open(captures, 'on_shipment')).told()).toBe(told);
});

test('is the capture with which an open payment began', async () => {
  const shop = await open('many', 'at_once');
  await shop.pay();
  await changeSettings(shop.portal, { payment_capture: 'on_shipment' });
  expect(await shop.told()).toBe('now');
});
