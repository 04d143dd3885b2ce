import type { Application, Request } from 'express';
import { limitedAddress } from '../calls/limited-address.js';
import { addressOf } from './address.js';
import { readKey } from './credentials.js';

/** Identity of a request's sender, for fair shares of a limit. */
export interface Client {
  /** `undefined` for a trusted proxy that forwards no address, since it carries the requests of many clients. */
  readonly address: string | undefined;
  /** The key as sent, not authenticated yet. Sending a wrong key gains nothing, since the address has its own share. */
  readonly key: string | undefined;
}

/** True for the address of a trusted proxy at this hop; 0 is the peer of the connection. */
type TrustsProxy = (address: string | undefined, hop: number) => boolean;

/** Reads the compiled form of Express's setting `trust proxy`. */
export function readTrustedProxies(app: Application): TrustsProxy {
  return app.get('trust proxy fn');
}

type Sent = Request & { [CLIENT]?: Client };
const CLIENT = Symbol('client');

/** Returns the sender of a request. Trusted proxies forward its address (`PORTAL_TRUSTED_PROXIES`). */
export function clientOf(request: Sent): Client {
  request[CLIENT] ??= readClient(request);
  return request[CLIENT];
}

function readClient(request: Request): Client {
  const address = addressOf(request);
  const peer = request.socket.remoteAddress;
  const isProxy = address === peer && readTrustedProxies(request.app)(peer, 0);
  return { address: isProxy ? undefined : limitedAddress(address), key: readKey(request) };
}
