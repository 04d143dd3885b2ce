import { isIP } from 'node:net';
import { isLoopbackAddress } from '../loopback.js';
import { bareHost } from '../parsed-url.js';
import type { Resolver } from './connector.js';
import type { OutboundRules } from './public-url.js';
import { isSpecialAddress } from './special-addresses.js';
import { untilAborted } from './until-aborted.js';

export class AddressRefusal extends Error {
  override readonly name = 'AddressRefusal';
  readonly reason: 'none' | 'not_public';

  constructor(reason: AddressRefusal['reason']) {
    super(reason === 'none' ? 'the host has no address' : 'the host has an address that is not public');
    this.reason = reason;
  }
}

/**
 * Resolves the host of a URL to the address that the request must use. All addresses of the host must be public; in
 * development (`local`), loopback addresses are allowed too.
 * @throws AddressRefusal
 * @throws the error of the resolver, or the reason of the signal
 */
export async function checkedAddress(
  url: URL,
  resolver: Resolver,
  { local }: OutboundRules,
  signal: AbortSignal,
): Promise<string> {
  const host = bareHost(url);
  const addresses = isIP(host) === 0 ? await untilAborted(signal, resolver.resolve(host, signal)) : [host];
  const [first] = addresses;
  if (first === undefined) throw new AddressRefusal('none');
  const isAllowed = (one: string) => !isSpecialAddress(one) || (local && isLoopbackAddress(one));
  if (addresses.every(isAllowed)) return first;
  throw new AddressRefusal('not_public');
}
