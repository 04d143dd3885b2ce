import type { JWTPayload } from 'jose';
import { GRANT_SCOPES, type GrantScope } from '../../pages/grant/scopes-part.js';
import type { IssuerSettings } from './issuer-settings.js';

/** Claims of a token in the portal's terms. */
export interface OutsideClaims {
  /** The issuer's name of the person. */
  readonly buyer: string;
  /** The issuer's name of the assistant; empty if the token has none. */
  readonly client: string;
  readonly scopes: readonly GrantScope[];
}

const MAX_NAME_LENGTH = 200;

/** Reads the claims; `undefined` if the token names no person, or is not for this deployment. */
export function readClaims(
  payload: JWTPayload,
  settings: IssuerSettings,
  deploymentId: string,
): OutsideClaims | undefined {
  const { deployments, deployment_claim, buyer_claim, client_claim, scope_claim, scopes } = settings;
  if (!deployments.includes(deploymentId)) return undefined;
  if (deployment_claim && !valuesOf(claimAt(payload, deployment_claim)).includes(deploymentId)) return undefined;
  const buyer = nameOf(claimAt(payload, buyer_claim));
  if (buyer === undefined) return undefined;
  const client = client_claim ? claimAt(payload, client_claim) : (payload.azp ?? payload.client_id);
  const values = valuesOf(claimAt(payload, scope_claim));
  const granted = new Set<string>(scopes ? values.flatMap((value) => scopesFor(scopes, value)) : values);
  return { buyer, client: nameOf(client) ?? '', scopes: GRANT_SCOPES.filter((scope) => granted.has(scope)) };
}

function scopesFor(scopes: NonNullable<IssuerSettings['scopes']>, value: string): readonly GrantScope[] {
  return Object.hasOwn(scopes, value) ? (scopes[value] ?? []) : [];
}

function claimAt(payload: JWTPayload, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, name) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, name) ? Reflect.get(at, name) : undefined,
    payload,
  );
}

/** Returns the values of a list, or of a text with spaces between them as in `scope`. */
function valuesOf(claim: unknown): string[] {
  if (typeof claim === 'string') return claim.split(' ').filter((value) => value !== '');
  return Array.isArray(claim) ? claim.filter((value): value is string => typeof value === 'string') : [];
}

function nameOf(claim: unknown): string | undefined {
  return typeof claim === 'string' && claim !== '' && claim.length <= MAX_NAME_LENGTH ? claim : undefined;
}
