import { isIP } from 'node:net';
import type { Deployment } from '../../domain/tenant/tenant.js';
import type { UcpSettings } from '../../domain/tenant/ucp.js';
import { once } from '../../domain/values/once.js';
import type { Links } from '../../view/links.js';
import type { Signer } from '../signatures/sign.js';
import { findSigner } from './keys.js';

/** A deployment served over UCP. */
export interface Site {
  readonly deployment: Deployment;
  readonly settings: UcpSettings;
  /** Base URL without a trailing slash: its own host, else the portal's, never the request's. */
  readonly base: string;
  /** Prefix of the names of its payment handlers and own extensions. */
  readonly namespace: string;
  /** True if documents below `base` can verify such names, which are then announced (UCP, Authority Binding). */
  readonly ownsNames: boolean;
  readonly links: Links;
  /**
   * Signs its responses, if it has a key.
   * @throws Error when its key belongs to another database
   */
  signer(): Signer | undefined;
  /** True if the platform with this profile may buy here. */
  accepts(profile: string): boolean;
}

/** Base URL of a deployment. */
export function buildBaseUrl({ host }: Pick<UcpSettings, 'host'>, publicUrl: string): string {
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
  const signer = once(() => findSigner(deployment, secret));
  const accepts = (profile: string) => settings.platforms?.includes(profile) ?? true;
  return { deployment, settings, base, namespace, ownsNames, links, signer, accepts };
}

/** Segments of a reverse domain name (UCP, Reverse Domain Name). */
const FIRST = /^[a-z][a-z0-9]*$/;
const OTHER = /^[a-z][a-z0-9_]*$/;

/**
 * Reversed labels of a host, with "_" for "-", which UCP names cannot contain. `undefined` for addresses, localhost,
 * and hosts that cannot form such a name.
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
