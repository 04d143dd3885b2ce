import { type ClientRequest, type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import { resolveName } from './resolve-name.js';

/** What finds the addresses of a host; tests put another in its place. */
export interface Resolver {
  /** All addresses of a host name. It ends with the signal. */
  resolve(host: string, signal: AbortSignal): Promise<readonly string[]>;
}

/** What fetching a document does on the network. */
export interface Connector extends Resolver {
  /** One GET to this address, whatever the name in the URL resolves to meanwhile. It follows no redirect. */
  get(url: URL, address: string, limits: FetchLimits): Promise<Fetched>;
}

/** What sending an event does on the network. */
export interface Poster extends Resolver {
  /** One POST to this address, as with `get`. It ends when the head of the answer is there; the body is not read. */
  post(url: URL, address: string, message: Message, signal: AbortSignal): Promise<Acknowledged>;
}

export interface FetchLimits {
  /** Of the body, in bytes; more ends the request. */
  readonly bytes: number;
  /** For the whole answer. */
  readonly signal: AbortSignal;
}

export interface Fetched {
  readonly status: number;
  readonly cacheControl: string | undefined;
  readonly body: Buffer;
}

export interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface Acknowledged {
  readonly status: number;
  /** As it was sent. */
  readonly retryAfter: string | undefined;
}

const USER_AGENT = 'commerce-portal';

/** A connection of its own for each request: none is kept that a later name could share. */
export const networkConnector: Connector & Poster = {
  resolve: resolveName,
  get: (url, address, { bytes, signal }) =>
    new Promise((resolve, reject) => {
      const headers = { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': USER_AGENT };
      const sent = open(url, address, { headers, signal }, (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size <= bytes) {
            chunks.push(chunk);
            return;
          }
          // What was sent in one piece has ended already, so ending the request alone would not tell.
          reject(new Error('the body is too large'));
          sent.destroy();
        });
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            cacheControl: response.headers['cache-control'],
            body: Buffer.concat(chunks),
          }),
        );
      });
      sent.on('error', reject);
      sent.end();
    }),
  post: (url, address, { headers, body }, signal) =>
    new Promise((resolve, reject) => {
      const all = { ...headers, 'user-agent': USER_AGENT, 'content-length': String(body.length), connection: 'close' };
      const sent = open(url, address, { method: 'POST', headers: all, signal }, (response) => {
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] });
        sent.destroy();
      });
      // An answer may come before the whole body was taken: what ends the connection then comes too late to count.
      sent.on('error', reject);
      sent.end(body);
    }),
};

function open(
  url: URL,
  address: string,
  options: RequestOptions,
  answered: (response: IncomingMessage) => void,
): ClientRequest {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return request(url, { ...options, agent: false, lookup: pinned(address) }, answered);
}

/** Answers the address that was checked, so that the name cannot lead elsewhere by now. */
function pinned(address: string): LookupFunction {
  const family = isIPv6(address) ? 6 : 4;
  return (_host, options, done) => {
    if (options.all) done(null, [{ address, family }]);
    else done(null, address, family);
  };
}
