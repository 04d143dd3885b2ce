import { type ClientRequest, type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import { resolveName } from './resolve-name.js';

export interface Resolver {
  /** Resolves a host name to all its addresses, unless the signal aborts first. */
  resolve(host: string, signal: AbortSignal): Promise<readonly string[]>;
}

/** Fetches documents. */
export interface Connector extends Resolver {
  /** Sends one GET to this address, regardless of what the host resolves to now. Follows no redirects. */
  get(url: URL, address: string, limits: FetchLimits): Promise<Fetched>;
}

/** Sends events. */
export interface Poster extends Resolver {
  /** Sends one POST to this address, as with `get`. Resolves when the response headers arrive; the body is not read. */
  post(url: URL, address: string, message: Message, signal: AbortSignal): Promise<Acknowledged>;
}

export interface FetchLimits {
  /** Maximum size of the body; a larger one aborts the request. */
  readonly bytes: number;
  /** Aborts the request, and the reading of its response. */
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
  /** The unparsed header. */
  readonly retryAfter: string | undefined;
}

const USER_AGENT = 'commerce-portal';

/** Opens a new connection per request, so that it cannot be shared with another host. */
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
          // If the response has already been received in full, aborting the request would not reject the promise.
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
      // A response may arrive before the whole body was sent; an error of the connection after that is ignored.
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

/** Returns the checked address from every lookup, so that the host cannot lead elsewhere in the meantime. */
function pinned(address: string): LookupFunction {
  const family = isIPv6(address) ? 6 : 4;
  return (_host, options, done) => {
    if (options.all) done(null, [{ address, family }]);
    else done(null, address, family);
  };
}
