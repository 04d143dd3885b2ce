import { isIP } from 'node:net';
import type { Deployment, UcpSettings } from '../../domain/tenant/tenant.js';
import { type Links, makeLinks } from '../../view/links.js';

/** A deployment that is served over UCP. */
export interface Site {
  readonly deployment: Deployment;
  readonly settings: UcpSettings;
  /** Where it is reached, without a slash at the end: from its own host, else the portal's; never from the request. */
  readonly base: string;
  /** What the names of its payment handlers begin with. */
  readonly namespace: string;
  readonly links: Links;
}

/** Undefined for a deployment that is not served. */
export function siteOf(deployment: Deployment, publicUrl: string, secret: Buffer): Site | undefined {
  const { ucp: settings } = deployment;
  if (!settings?.enabled) return undefined;
  const base = settings.host === null ? publicUrl : `https://${settings.host}`;
  const namespace = reversedHost(new URL(base).hostname) ?? 'localhost';
  return { deployment, settings, base, namespace, links: makeLinks(() => base, secret) };
}

/** The segments of a name in UCP (UCP, Reverse Domain Name). */
const FIRST = /^[a-z][a-z0-9]*$/;
const OTHER = /^[a-z][a-z0-9_]*$/;

/**
 * The labels of a host in reverse, with "_" for "-", which names of UCP cannot have. Undefined for an address, for localhost,
 * and for a host that cannot be written as such a name.
 */
export function reversedHost(host: string): string | undefined {
  if (isIP(host) !== 0 || host.startsWith('[')) return undefined;
  const [first = '', ...others] = host.replaceAll('-', '_').split('.').reverse();
  return FIRST.test(first) && others.length > 0 && others.every((label) => OTHER.test(label))
    ? [first, ...others].join('.')
    : undefined;
}
