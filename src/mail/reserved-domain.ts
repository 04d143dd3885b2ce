import { domainOf } from '../domain/values/email.js';

/** Domains that never belong to a person (RFC 2606, RFC 6761). Subdomains are reserved too. */
const RESERVED = ['test', 'example', 'invalid', 'localhost', 'example.com', 'example.net', 'example.org'];

/** True if the address is in a domain for documentation and tests, whose mail must not leave the machine. */
export function isReservedDomain(address: string): boolean {
  const domain = domainOf(address);
  return RESERVED.some((name) => domain === name || domain.endsWith(`.${name}`));
}
