import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { listenLocally } from '../support/listen-locally.js';
import { readyFor } from './agent.js';
import { card } from './scenes.js';
import { openStage, type Stage } from './stage.js';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

/** A page of a platform that shows a challenge in a frame, accepts its version and keeps the names of its messages. */
const platformPage = (url: string) => `<!doctype html><title>Platform</title><script>
const messages = [];
addEventListener('message', ({ data, source }) => {
  messages.push(data.method);
  if (data.method === 'action.ready') source.postMessage({ jsonrpc: '2.0', id: data.id, result: {} }, '*');
});
</script><iframe src="${url}" sandbox="allow-scripts allow-forms allow-same-origin allow-popups"></iframe>`;

test('a platform shows the confirmation in a frame, and is notified when the buyer is done', async () => {
  const agent = await readyFor(await stage.agent([{ item: { id: 'fountain-pen' }, quantity: 1 }]));
  const { totals } = await agent.cart('get_checkout');
  const payment = { instruments: [{ id: 'i', ...card('tok_confirm') }] };
  await agent.cart('complete_checkout', { expected_total: totals.at(-1).amount, payment });
  const [, id] = /data-again="(\w+)"/.exec(await (await fetch(agent.continue_url)).text()) ?? [];
  const platform = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(platformPage(`${agent.continue_url}/challenge/2026-08-25/${id}`));
  });
  const url = await listenLocally(platform);
  onTestFinished(() => void platform.close());
  const { page } = await stage.person(url);
  await page.frameLocator('iframe').getByRole('link', { name: 'Complete the payment' }).waitFor();
  expect(await page.evaluate('messages')).toEqual(['action.ready']);
  await fetch(`${agent.continue_url}/test-bank`, {
    method: 'POST',
    body: new URLSearchParams({ result: 'confirmed' }),
  });
  await expect.poll(() => page.evaluate('messages')).toEqual(['action.ready', 'action.done']);
});
