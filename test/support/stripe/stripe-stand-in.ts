import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { StripeApi } from '../../../src/payments/handlers/stripe/account.js';
import { listenLocally } from '../listen-locally.js';
import { ApiError, RATE_LIMITED } from './api-error.js';
import { answerBuyer } from './buyer-pages.js';
import { Faults } from './faults.js';
import { FormValues } from './form-values.js';
import { IdempotencyKeys, type Reply } from './idempotency.js';
import type { RequestFacts } from './intents.js';
import { ApiKeys } from './permissions.js';
import { expand, expansionPermissions, routeOf } from './routes.js';
import { State } from './state.js';
import { passTime } from './time-passing.js';

/** A request as it arrived. */
export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly form: FormValues;
  /** Header Idempotency-Key. */
  readonly key: string | undefined;
  /** Header Stripe-Version. */
  readonly version: string;
  readonly secretKey: string;
}

export const TEST_KEY = 'sk_test_standin0001';
export const LIVE_KEY = 'sk_live_standin0001';
/** Keys of an account through which no money moves. */
export const TEST_KEYS = { secret_key: TEST_KEY, publishable_key: 'pk_test_standin0001' } as const;
export const WEBHOOK_SECRET = 'whsec_standin0001';

/** Access of a handler to the stand-in at this URL, which sends no request again and waits as long as any test. */
export function stripeApi(url: string): StripeApi {
  const { hostname, port } = new URL(url);
  return { protocol: 'http', host: hostname, port: Number(port), timeout: 600_000, retries: 0 };
}

/** An HTTP server that behaves like the API of Stripe as far as the portal uses it, and that tests control. */
export class StripeStandIn {
  readonly state: State;
  readonly faults = new Faults();
  readonly keys = new ApiKeys([TEST_KEY, LIVE_KEY]);
  /** All requests, oldest first. */
  readonly requests: ApiRequest[] = [];
  private readonly idempotency = new IdempotencyKeys();
  private readonly server = createServer((request, response) => void this.serve(request, response));

  /** @param clock milliseconds since the epoch */
  constructor(clock: () => number) {
    this.state = new State(clock);
  }

  /** Returns the URL. */
  async listen(): Promise<string> {
    this.state.url = await listenLocally(this.server);
    return this.state.url;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Requests whose path ends as given. */
  requestsTo(path: string, method = 'POST'): ApiRequest[] {
    return this.requests.filter((one) => one.method === method && one.path.endsWith(path));
  }

  private async serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? '', this.state.url);
    const body = await textOf(incoming);
    const form = new FormValues(incoming.method === 'POST' ? body : url.search);
    passTime(this.state);
    if (!url.pathname.startsWith('/v1/')) return this.serveBuyer(incoming.method ?? '', url.pathname, form, response);
    const { authorization = '', 'idempotency-key': key, 'stripe-version': version } = incoming.headers;
    const request: ApiRequest = {
      method: incoming.method ?? '',
      path: url.pathname,
      form,
      key: typeof key === 'string' ? key : undefined,
      version: typeof version === 'string' ? version : '',
      secretKey: authorization.replace(/^Bearer /, ''),
    };
    this.requests.push(request);
    await this.answer(request, body, response);
  }

  private async answer(request: ApiRequest, body: string, response: ServerResponse): Promise<void> {
    const fault = this.faults.take(request.path);
    if (fault === 'rate_limit') return send(response, errorReply(RATE_LIMITED));
    if (fault === 'error') return send(response, SERVER_ERROR);
    const reply = await this.once(request, body, fault === 'error_after');
    if (request.method === 'POST') await this.faults.waitFor(request.path, 'after');
    if (fault === 'cut_after') cut(response, reply);
    else send(response, reply);
  }

  /** Performs a request unless one with the same idempotency key was performed. */
  private async once(request: ApiRequest, body: string, isBroken: boolean): Promise<Reply> {
    const { method, path, key = '' } = request;
    try {
      const earlier = method === 'POST' ? this.idempotency.begin(key, `${path}?${body}`, this.state.now()) : undefined;
      if (earlier) return earlier;
    } catch (error) {
      return errorReply(error);
    }
    await this.faults.waitFor(path, 'before');
    const performed = this.perform(request);
    // Requests that were rejected before anything was done may be sent again with the same key.
    if (performed.status >= 400 && performed.status !== 402) this.idempotency.forget(key);
    const reply = isBroken ? SERVER_ERROR : performed;
    this.idempotency.end(key, reply);
    return reply;
  }

  private perform({ method, path, form, secretKey, version }: ApiRequest): Reply {
    try {
      const route = routeOf(method, path);
      const expansions = form.list('expand');
      for (const permission of [route.permission, ...expansions.flatMap(expansionPermissions)])
        this.keys.check(secretKey, permission);
      const facts: RequestFacts = { livemode: secretKey.includes('_live_'), version };
      const object = route.run(this.state, form, facts);
      return { status: 200, body: structuredClone(expand(this.state, object, expansions)) };
    } catch (error) {
      return errorReply(error);
    }
  }

  private serveBuyer(method: string, path: string, form: FormValues, response: ServerResponse): void {
    const answer = answerBuyer(this.state, method, path, form);
    if (!answer) response.writeHead(404).end();
    else if ('html' in answer) response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(answer.html);
    else response.writeHead(303, { location: answer.location }).end();
  }
}

const SERVER_ERROR: Reply = {
  status: 500,
  body: { error: { type: 'api_error', message: 'An unknown error occurred' } },
};

/** @throws the error if it is none of the API */
function errorReply(error: unknown): Reply {
  if (!(error instanceof ApiError)) throw error;
  return { status: error.status, body: structuredClone({ error: error.error }) };
}

function send(response: ServerResponse, { status, body }: Reply): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_standin' })
    .end(JSON.stringify(body));
}

/** Breaks the connection within the response. */
function cut(response: ServerResponse, { status, body }: Reply): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.write(text.slice(0, 10), () => response.destroy());
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
