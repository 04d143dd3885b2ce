import { isIP } from 'node:net';
import type { Deployment } from '../../domain/tenant/tenant.js';
import type { UcpSettings } from '../../domain/tenant/ucp.js';
import { once } from '../../domain/values/once.js';
import type { Links } from '../../view/links.js';
import type { Signer } from '../signatures/sign.js';
import { signerOf } from './keys.js';

/** A deployment that is served over UCP. */
export interface Site {
  readonly deployment: Deployment;
  readonly settings: UcpSettings;
  /** Where it is reached, without a slash at the end: from its own host, else the portal's; never from the request. */
  readonly base: string;
  /** What the names of its payment handlers and of the portal's own extensions begin with. */
  readonly namespace: string;
  /** True: documents below `base` may be held against such names. Then they are announced (UCP, Authority Binding). */
  readonly ownsNames: boolean;
  readonly links: Links;
  /** What signs its answers; undefined = nothing does. @throws Error where its key is not this database's */
  signer(): Signer | undefined;
  /** Whether the platform with this profile may buy here. */
  accepts(profile: string): boolean;
}

/** Where a deployment is reached. */
export function baseOf({ host }: Pick<UcpSettings, 'host'>, publicUrl: string): string {
  return host === null ? publicUrl : `https://${host}`;
}

export function siteAt(
  deployment: Deployment,
  settings: UcpSettings,
  base: string,
  links: Links,
  secret: () => Buffer,
): Site {
  const { protocol, hostname } = new URL(base);
  const named = reversedHost(hostname);
  const namespace = named ?? 'localhost';
  const ownsNames = protocol === 'https:' && named === reversed(hostname);
  const signer = once(() => signerOf(deployment, secret));
  const accepts = (profile: string) => settings.platforms?.includes(profile) ?? true;
  return { deployment, settings, base, namespace, ownsNames, links, signer, accepts };
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
  const [first = '', ...others] = reversed(host.replaceAll('-', '_')).split('.');
  return FIRST.test(first) && others.length > 0 && others.every((label) => OTHER.test(label))
    ? [first, ...others].join('.')
    : undefined;
}

function reversed(host: string): string {
  return host.split('.').reverse().join('.');
}
