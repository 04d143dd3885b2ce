import type { OutsideGrant } from '../../calls/authenticate.js';
import { findMcpResource, type McpResourcesDeps } from '../resources.js';
import { IssuerKeys, type IssuerKeysDeps } from './issuer-keys.js';
import type { IssuerSettings } from './issuer-settings.js';
import { findOutsideGrant, type OutsideGrantsDeps } from './outside-grants.js';
import { readClaims } from './read-claims.js';
import { type Issuer, namedIssuer, verifyToken } from './verify-token.js';

export interface OutsideTokensDeps extends IssuerKeysDeps, OutsideGrantsDeps {
  readonly resources: McpResourcesDeps;
}

/** Accepts tokens of outside issuers, such as Keycloak, Auth0 or Entra (docs/mcp.md, Outside issuers). */
export class OutsideTokens {
  private readonly deps: OutsideTokensDeps;
  private readonly issuers: readonly Issuer[];

  constructor(deps: OutsideTokensDeps, settings: readonly IssuerSettings[]) {
    this.deps = deps;
    this.issuers = settings.map((one) => ({ settings: one, keys: new IssuerKeys(deps, one) }));
  }

  /** Lists the issuers of a deployment, for the metadata of its endpoint. */
  issuersOf(deploymentId: string): readonly string[] {
    return this.issuers.flatMap(({ settings }) =>
      settings.deployments.includes(deploymentId) ? [settings.issuer] : [],
    );
  }

  /**
   * Finds the grant of a token for the endpoint at this path; `undefined` if it is no valid token of an issuer.
   * @throws PortalError `unavailable`, `quota_exceeded`
   */
  async findGrant(token: string, path: string): Promise<OutsideGrant | undefined> {
    const issuer = namedIssuer(token, this.issuers);
    if (!issuer) return undefined;
    const payload = await verifyToken(token, issuer, `${this.deps.resources.publicUrl()}${path}`, this.deps.now());
    const resource = payload && (await findMcpResource(this.deps.resources, path));
    const claims = resource && readClaims(payload, issuer.settings, resource.deployment.id);
    if (!resource || !claims) return undefined;
    return { hash: await findOutsideGrant(this.deps, issuer.settings, claims, resource), scopes: claims.scopes };
  }
}
