import { lookup } from 'node:dns/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';

/** What fetching a profile does on the network; tests put another in its place. */
export interface Connector {
  /** All addresses of a host name. */
  resolve(host: string): Promise<readonly string[]>;
  /** One GET to this address, whatever the name in the URL resolves to meanwhile. It follows no redirect. */
  get(url: URL, address: string, limits: FetchLimits): Promise<Fetched>;
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

/** A connection of its own for each request: none is kept that a later name could share. */
export const networkConnector: Connector = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  get: (url, address, { bytes, signal }) =>
    new Promise((resolve, reject) => {
      const request = url.protocol === 'https:' ? requestHttps : requestHttp;
      const headers = { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'commerce-portal' };
      const sent = request(url, { agent: false, headers, signal, lookup: pinned(address) }, (response) => {
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
};

/** Answers the address that was checked, so that the name cannot lead elsewhere by now. */
function pinned(address: string): LookupFunction {
  const family = isIPv6(address) ? 6 : 4;
  return (_host, options, done) => {
    if (options.all) done(null, [{ address, family }]);
    else done(null, address, family);
  };
}
