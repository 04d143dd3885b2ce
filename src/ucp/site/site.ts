import { isIP } from 'node:net';
import type { Deployment } from '../../domain/tenant/tenant.js';
import type { UcpSettings } from '../../domain/tenant/ucp.js';
import { once } from '../../domain/values/once.js';
import { findCurrent, openKey } from '../../records/shop-keys.js';
import type { Links } from '../../view/links.js';
import type { Signer } from '../signatures/sign.js';

/** A deployment served over UCP. */
export interface Site {
  readonly deployment: Deployment;
  readonly settings: UcpSettings;
  /**
   * Base URL without a trailing slash: that of the deployment's own host, otherwise the portal's public URL. Never
   * derived from a request.
   */
  readonly base: string;
  /** Prefix for the names of the site's payment handlers and own extensions. */
  readonly namespace: string;
  /**
   * True if documents below `base` can verify names in `namespace`; extensions are announced only then (UCP, Authority
   * Binding).
   */
  readonly ownsNames: boolean;
  readonly links: Links;
  /** True if people can link their account here. */
  readonly linksAccounts: boolean;
  /**
   * Signer of the site's responses; `undefined` if the deployment has no key.
   * @throws Error when the key was sealed by another database
   */
  signer(): Signer | undefined;
  /** True if the platform with this profile may buy here. */
  accepts(profile: string): boolean;
}

interface SiteParts extends Pick<Site, 'base' | 'links' | 'linksAccounts'> {
  /** Secret that seals the keys of deployments. */
  readonly secret: () => Buffer;
}

export function siteAt(deployment: Deployment, settings: UcpSettings, { secret, ...parts }: SiteParts): Site {
  const { protocol, hostname } = new URL(parts.base);
  const named = reversedHost(hostname);
  const namespace = named ?? 'localhost';
  const ownsNames = protocol === 'https:' && named === reversed(hostname);
  const signer = once(() => findSigner(deployment, secret));
  const accepts = (profile: string) => settings.platforms?.includes(profile) ?? true;
  return { deployment, settings, ...parts, namespace, ownsNames, signer, accepts };
}

/** @throws Error when the key was sealed by another database */
function findSigner({ ucp_keys }: Pick<Deployment, 'ucp_keys'>, secret: () => Buffer): Signer | undefined {
  const current = findCurrent(ucp_keys, 'P-256');
  return current && { kid: current.kid, key: openKey(current, secret()) };
}

/** Patterns of the segments of a reverse domain name (UCP, Reverse Domain Name). */
const FIRST = /^[a-z][a-z0-9]*$/;
const OTHER = /^[a-z][a-z0-9_]*$/;

/**
 * Reverses the labels of a host and replaces "-", which UCP names cannot contain, with "_". `undefined` for IP
 * addresses, localhost and other hosts that cannot form such a name.
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
