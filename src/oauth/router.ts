import { type NextFunction, type Request, type RequestHandler, type Response, Router } from 'express';
import type { Authenticate } from '../calls/authenticate.js';
import { limitedAddress } from '../calls/limited-address.js';
import { RateLimit } from '../calls/rate-limit.js';
import { PortalError } from '../domain/errors/portal-error.js';
import { LINKED_PATH } from '../domain/tenant/linked-scopes.js';
import { addressOf, requestedHost } from '../http/address.js';
import { bodyReader, parseJsonBody } from '../http/body.js';
import type { BodyBudget } from '../http/body-budget.js';
import { header, readCredentials } from '../http/credentials.js';
import { PROTECTED_RESOURCE } from '../http/protected-resource.js';
import { notesOf, sendJson } from '../http/reply.js';
import { allowBrowsers, BROWSER_PATHS } from './allow-browsers.js';
import { authenticateClient } from './authenticate-client.js';
import { type AuthorizeDeps, receiveConsent, showConsent } from './authorize.js';
import { exchangeCode } from './exchange-code.js';
import { introspectToken } from './introspect.js';
import { resourceMetadata, serverMetadata } from './metadata.js';
import { OauthError } from './oauth-error.js';
import { type Parameters, readParameters, requiredParameter } from './parameters.js';
import { refreshTokens } from './refresh-tokens.js';
import { registerClient } from './register.js';
import { findMcpResource, findUcpResource, issuerAt } from './resources.js';
import { revokeToken } from './revoke.js';
import type { TokenDeps } from './token-deps.js';

/** Maximum size of a request, in bytes. */
const BODY_LIMIT = 32 * 1024;
/** Registrations per address: one every ten seconds, twenty at once. */
const REGISTRATIONS = { perSecond: 0.1, burst: 20 };

export interface OauthDeps extends AuthorizeDeps {
  readonly authenticate: Authenticate;
  readonly bodies: BodyBudget;
  /** Limits requests per address. */
  readonly openLimit: RequestHandler;
  readonly isLimited: boolean;
  /** Lists the outside issuers whose tokens are for a deployment. */
  readonly issuersOf: (deploymentId: string) => readonly string[];
}

/** Serves the authorization server, and the metadata by which clients find it (docs/mcp.md, Connect an assistant by URL). */
export function oauthRouter(deps: OauthDeps): Router {
  const { publicUrl } = deps;
  const router = Router({ strict: true });
  router.use(
    ['/oauth', '/.well-known/oauth-authorization-server', '/.well-known/oauth-protected-resource'],
    deps.openLimit,
  );
  router.use(BROWSER_PATHS, allowBrowsers);
  router.get('/.well-known/oauth-authorization-server', async (request, response) => {
    const host = requestedHost(request);
    const isUcp = (await deps.findSite(host)) !== undefined;
    sendJson(response, 200, serverMetadata(await issuerAt(deps, host), isUcp));
  });
  router.get(/^\/\.well-known\/oauth-protected-resource(\/.*)$/, async (request, response) => {
    const path = request.path.slice(PROTECTED_RESOURCE.length);
    const isUcp = path === LINKED_PATH;
    const resource = await (isUcp ? findUcpResource(deps, requestedHost(request)) : findMcpResource(deps, path));
    if (!resource) throw new PortalError('not_found', 'There is no protected resource at this path.');
    // Outside issuers do not know the platforms, and a shop is its own issuer for these.
    const issuers = isUcp
      ? [resource.url.slice(0, -path.length)]
      : [...deps.issuersOf(resource.deployment.id), publicUrl()];
    sendJson(response, 200, resourceMetadata(publicUrl(), resource, issuers));
  });
  const readBody = bodyReader(BODY_LIMIT, deps.bodies);
  const readForm = async (request: Request, response: Response) => {
    if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(header(request, 'content-type') ?? ''))
      throw new OauthError('invalid_request', 'Content-Type: must be application/x-www-form-urlencoded');
    return new URLSearchParams((await readBody(request, response)).toString('utf8'));
  };
  router.get('/oauth/authorize', (request, response) => showConsent(deps, request, response));
  router.post('/oauth/authorize', async (request, response) => {
    await receiveConsent(deps, request, response, await readForm(request, response));
  });
  const limit = deps.isLimited ? new RateLimit(REGISTRATIONS.perSecond, REGISTRATIONS.burst) : undefined;
  router.post('/oauth/register', async (request, response) => {
    const wait = limit?.take(limitedAddress(addressOf(request)), deps.now()) ?? 0;
    if (wait > 0)
      throw new PortalError('rate_limited', `Too many registrations from this address; wait ${wait} s.`, wait);
    const body = parseJsonBody(request, await readBody(request, response), false, {});
    sendJson(response, 201, await registerClient({ ...deps.portal, now: deps.now }, body));
  });
  const tokens: TokenDeps = { ...deps.portal, secret: deps.secret, publicUrl, now: deps.now };
  /** Serves an endpoint for clients, after it has identified the client. */
  const forClients = (serve: (clientId: string, parameters: Parameters) => Promise<object>) => {
    return async (request: Request, response: Response) => {
      const parameters = readParameters(await readForm(request, response));
      const clientId = await authenticateClient(deps.store, header(request, 'authorization'), parameters);
      sendJson(response, 200, await serve(clientId, parameters));
    };
  };
  router.post(
    '/oauth/token',
    forClients((clientId, parameters) => issueTokens(tokens, clientId, parameters)),
  );
  router.post(
    '/oauth/revoke',
    forClients(async (clientId, parameters) => {
      await revokeToken(tokens, clientId, parameters);
      return {};
    }),
  );
  router.post('/oauth/introspect', async (request, response) => {
    const caller = await deps.authenticate(readCredentials(request));
    sendJson(response, 200, await introspectToken(deps, caller, readParameters(await readForm(request, response))));
  });
  router.use('/oauth', sendOauthError);
  return router;
}

function issueTokens(deps: TokenDeps, clientId: string, parameters: Parameters): Promise<object> {
  const type = requiredParameter(parameters, 'grant_type');
  if (type === 'authorization_code') return exchangeCode(deps, clientId, parameters);
  if (type === 'refresh_token') return refreshTokens(deps, clientId, parameters);
  throw new OauthError('unsupported_grant_type', 'grant_type: must be authorization_code or refresh_token');
}

/** Reports errors in the form of OAuth (RFC 6749, 5.2). Errors of the portal itself are left to its own handler. */
function sendOauthError(error: unknown, request: Request, response: Response, next: NextFunction): void {
  if (!(error instanceof OauthError)) {
    next(error);
    return;
  }
  notesOf(request).outcome = error.code;
  if (error.status === 401) response.setHeader('www-authenticate', 'Basic realm="portal"');
  sendJson(response, error.status, { error: error.code, error_description: error.description });
}
