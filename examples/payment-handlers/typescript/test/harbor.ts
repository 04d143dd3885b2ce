import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { ProviderRequest } from 'commerce-portal/payment-handler';
import { sign } from '../handlers/harbor/events.js';

/** A stand-in for Harbor Pay. Write one like it for your provider if it has no sandbox. */

export const SECRET_KEY = 'sk_harbor_9a8b7c6d';
export const SIGNING_SECRET = 'whsec_harbor_1f2e3d';

const HOUR = 3600;

interface Stored {
  readonly id: string;
  readonly amount: number;
  /** True if an authorization is captured at once. */
  readonly atOnce: boolean;
  readonly expires: number;
  state: 'action' | 'authorized' | 'closed' | 'refused';
  readonly action_url?: string;
  captured: number;
  refunded: number;
}

interface Terms {
  readonly amount: number;
  readonly token?: string;
  readonly capture?: boolean;
  readonly authorization?: string;
  readonly final?: boolean;
}

export interface Harbor {
  readonly url: string;
  readonly authorizations: ReadonlyMap<string, Stored>;
  /** A signed event about an authorization. */
  event(id: string): ProviderRequest;
  close(): void;
}

/** The token `tok_good` is authorized, `tok_confirm` requires an action, and every other one is refused. */
export async function openHarbor(): Promise<Harbor> {
  const provider = new Provider();
  const server = createServer(async (request, response) => {
    const answer = provider.answer(request, await textOf(request));
    response.statusCode = answer === undefined ? 404 : 200;
    response.end(JSON.stringify(answer ?? {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  provider.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return {
    url: provider.url,
    authorizations: provider.authorizations,
    event: eventAbout,
    close: () => server.close(),
  };
}

class Provider {
  url = '';
  readonly authorizations = new Map<string, Stored>();
  private readonly moves = new Map<string, { readonly state: 'done' | 'refused' }>();

  answer({ method, url = '', headers }: IncomingMessage, text: string): object | undefined {
    const [, kind, id = '', action] = url.split('/');
    // The buyer's browser opens this page without a key.
    if (kind === 'confirm') return this.confirm(id);
    if (headers.authorization !== `Bearer ${SECRET_KEY}`) return undefined;
    const terms: Terms = JSON.parse(text || '{}');
    if (kind === 'account') return { name: 'Harbor test account', live: false };
    if (kind === 'captures' || kind === 'refunds') return this.move(kind, id, terms);
    if (action === 'close') return this.close(id);
    if (method === 'PUT' && !this.authorizations.has(id)) this.authorizations.set(id, this.created(id, terms));
    return this.authorizations.get(id);
  }

  private created(id: string, { amount, token, capture = false }: Terms): Stored {
    const expires = Math.floor(Date.now() / 1000) + HOUR;
    const created: Stored = { id, amount, atOnce: capture, expires, state: 'refused', captured: 0, refunded: 0 };
    if (token === 'tok_confirm') return { ...created, state: 'action', action_url: `${this.url}/confirm/${id}` };
    return token === 'tok_good' ? authorized(created) : created;
  }

  private confirm(id: string): Stored | undefined {
    const found = this.authorizations.get(id);
    if (found?.state === 'action') this.authorizations.set(id, authorized(found));
    return this.authorizations.get(id);
  }

  /** Gives back only what was captured at once: captures of a part are of an order. */
  private close(id: string): Stored {
    const found = this.authorizations.get(id) ?? this.created(id, { amount: 0 });
    const refunded = found.atOnce ? found.captured : found.refunded;
    const closed: Stored = { ...found, state: 'closed', refunded };
    this.authorizations.set(id, closed);
    return closed;
  }

  private move(kind: 'captures' | 'refunds', id: string, { authorization = '', amount, final }: Terms) {
    const before = this.moves.get(id);
    if (before) return before;
    const found = this.authorizations.get(authorization);
    const move = { state: found && isPossible(kind, found, amount) ? 'done' : 'refused' } as const;
    this.moves.set(id, move);
    if (move.state === 'refused' || !found) return move;
    if (kind === 'refunds') found.refunded += amount;
    else found.captured += amount;
    if (final) found.state = 'closed';
    return move;
  }
}

function authorized(found: Stored): Stored {
  return found.atOnce ? { ...found, state: 'closed', captured: found.amount } : { ...found, state: 'authorized' };
}

function isPossible(kind: 'captures' | 'refunds', found: Stored, amount: number): boolean {
  if (kind === 'refunds') return found.refunded + amount <= found.captured;
  return found.state === 'authorized' && found.captured + amount <= found.amount;
}

function eventAbout(authorization: string): ProviderRequest {
  const time = String(Math.floor(Date.now() / 1000));
  const body = new TextEncoder().encode(JSON.stringify({ id: `evt_${authorization}`, authorization }));
  return {
    headers: { 'harbor-time': time, 'harbor-signature': sign(body, time, SIGNING_SECRET) },
    body,
    received_at: Date.now(),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}
