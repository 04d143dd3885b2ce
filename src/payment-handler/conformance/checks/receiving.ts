import type { ProviderRequest } from '../../../ports/payment.js';
import { expect, shown, skip } from '../assertions.js';
import type { Check } from '../check.js';
import type { Sandbox } from '../sandbox.js';

export const RECEIVING: readonly Check[] = [
  {
    name: 'receive',
    title: 'receive names the attempt of a signed event, and gives a repeated event the same id',
    async run(sandbox) {
      const { request, id } = await signedEvent(sandbox);
      const first = await sandbox.main.receive(request);
      expect(first?.attempt_ids.includes(id) === true, `an event about ${id} gave ${shown(first)}`);
      const again = await sandbox.main.receive(request);
      expect(again?.id === first.id, `the same event gave the ids ${shown([first.id, again?.id])}`);
    },
  },
  {
    name: 'receive_forged',
    title: 'receive refuses a body without a signature, or with a signature of another body',
    async run(sandbox) {
      if (!sandbox.handler.receive) skip('the handler has no receive');
      const { request } = sandbox.options.event ? await signedEvent(sandbox) : { request: UNSIGNED };
      for (const [what, forged] of Object.entries(forgeriesOf(request))) {
        const event = await sandbox.main.receive(forged);
        expect(event === undefined, `${what} gave ${shown(event)}`);
      }
    },
  },
];

const UNSIGNED: ProviderRequest = {
  headers: { 'content-type': 'application/json' },
  body: new TextEncoder().encode('{"id":"evt_forged","type":"payment.succeeded"}'),
  received_at: Date.now(),
};

async function signedEvent(sandbox: Sandbox): Promise<{ readonly request: ProviderRequest; readonly id: string }> {
  if (!sandbox.handler.receive) skip('the handler has no receive');
  const { event } = sandbox.options;
  if (!event) skip('it needs the option event');
  const { attempt } = await sandbox.authorized();
  return { request: await event(attempt), id: attempt.id };
}

function forgeriesOf(request: ProviderRequest): Readonly<Record<string, ProviderRequest>> {
  const { headers, body } = request;
  const { 'content-type': type } = headers;
  const space = new Uint8Array([...body, 0x20]);
  return {
    'an event without a signature': { ...request, headers: { 'content-type': type } },
    'an event with one more byte': { ...request, headers, body: space },
    'an empty body': { ...request, body: new Uint8Array() },
    'a body that is not JSON': { ...request, body: new Uint8Array([0xff, 0x00, 0x7b]) },
  };
}
