import { once } from 'node:events';
import { createServer } from 'node:http';

/**
 * A stand-in for Acme Pay. Write one like it for your provider if it has no sandbox.
 *
 * The code `good` pays, `slow` stays open, and every other code is refused.
 *
 * @typedef {{ id: string, status: string, amount: number, refunded: number, reason?: string }} Charge
 * @typedef {{ readonly url: string, readonly charges: Map<string, Charge>, close(): void }} Acme
 */

export const SECRET_KEY = 'sk_acme_51d7c1a0';

const STATUS = new Map([
  ['good', 'paid'],
  ['slow', 'open'],
]);

/** @returns {Promise<Acme>} */
export async function openAcme() {
  /** @type {Map<string, Charge>} */
  const charges = new Map();
  /** @type {Map<string, { status: string, reason?: string }>} */
  const refunds = new Map();
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    const isKnown = request.headers.authorization === `Bearer ${SECRET_KEY}`;
    const answer = isKnown
      ? answerTo(request.method ?? '', request.url ?? '', JSON.parse(text || '{}'))
      : { code: 401 };
    response.statusCode = 'code' in answer ? answer.code : 200;
    response.end(JSON.stringify(answer));
  });

  /**
   * @param {string} method
   * @param {string} path
   * @param {any} body
   * @returns {{ code: number } | Charge | { status: string, reason?: string }}
   */
  function answerTo(method, path, body) {
    const [, kind, id = '', action] = path.split('/');
    if (kind === 'refunds') return refund(id, body);
    if (action === 'cancellation') return cancel(id);
    if (method === 'PUT' && !charges.has(id)) charges.set(id, newCharge(id, body));
    return charges.get(id) ?? { code: 404 };
  }

  /**
   * A canceled charge keeps its id, so that it is never charged later.
   * @param {string} id
   */
  function cancel(id) {
    const { amount = 0 } = charges.get(id) ?? {};
    const canceled = { id, status: 'canceled', amount, refunded: amount, reason: 'it was canceled' };
    charges.set(id, canceled);
    return canceled;
  }

  /**
   * @param {string} id
   * @param {{ charge: string, amount: number }} body
   */
  function refund(id, { charge: chargeId, amount }) {
    const charge = charges.get(chargeId);
    const isPossible = charge?.status === 'paid' && charge.refunded + amount <= charge.amount;
    if (!refunds.has(id)) {
      if (charge && isPossible) charge.refunded += amount;
      refunds.set(id, isPossible ? { status: 'done' } : { status: 'refused', reason: 'it is more than was paid' });
    }
    return refunds.get(id) ?? { code: 404 };
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { url: `http://127.0.0.1:${port}`, charges, close: () => server.close() };
}

/**
 * @param {string} id
 * @param {{ amount: number, code: string }} body
 * @returns {Charge}
 */
function newCharge(id, { amount, code }) {
  return { id, status: STATUS.get(code) ?? 'refused', amount, refunded: 0, reason: 'the code is not valid' };
}
