import { openChannel } from './platform-channel.js';

/** Milliseconds between two checks whether the work is done. */
const PAUSE = 2_000;

const READY = 'ready';

/**
 * Shows the work that a payment waits for, once the platform that shows this page accepts it, and notifies the platform
 * when there is nothing more to do (UCP, Payment Authentication).
 */
export function runChallenge(): void {
  const part = document.querySelector<HTMLElement>('[data-challenge]');
  if (!part) return;
  const { challenge: id, version } = part.dataset;
  const finish = () => send?.({ jsonrpc: '2.0', method: 'action.done', params: { id } });
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    if (isOver(document)) return finish();
    part.append(...[...part.querySelectorAll('template')].map(({ content }) => content));
    document.dispatchEvent(new Event('challenge'));
    void watch(finish);
  };
  const send = openChannel((message) => message.id === READY && 'result' in message && start());
  if (send) send({ jsonrpc: '2.0', id: READY, method: 'action.ready', params: { id, version } });
  // The buyer opened the page without a platform.
  else start();
}

async function watch(finish: () => void): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    const text = await fetch(location.href)
      .then((response) => (response.ok ? response.text() : ''))
      .catch(() => '');
    if (text !== '' && isOver(new DOMParser().parseFromString(text, 'text/html'))) return finish();
  }
}

function isOver(page: Document): boolean {
  return page.querySelector('[data-over]') !== null;
}
