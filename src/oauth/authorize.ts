import type { Request, Response } from 'express';
import type { Portal } from '../calls/portal.js';
import { profileKey } from '../domain/person/profile.js';
import { changeLimits } from '../domain/tenant/limits.js';
import { PROFILE_PARTS, type ProfilePart } from '../domain/values/profile-part.js';
import { requestedHost } from '../http/address.js';
import type { CategoriesOf } from '../lists/shop-categories.js';
import { readCategories } from '../pages/grant/category-fields.js';
import { connectedPage } from '../pages/grant/connected-page.js';
import { consentPage } from '../pages/grant/consent-page.js';
import { grantToken } from '../pages/grant/grant-link.js';
import { storedLimits, typedLimits } from '../pages/grant/limits-form.js';
import { refusedPage } from '../pages/grant/refused-page.js';
import { sendPage } from '../pages/shop/shop-page.js';
import { isArrival, sendArrival } from '../pages/sign-in/arrival.js';
import { readSession } from '../pages/sign-in/read-session.js';
import type { OpenSession } from '../sign-in/sessions.js';
import { type AuthorizationRequest, type Requester, readRequest, readRequester } from './authorization-request.js';
import type { ClientsDeps } from './clients.js';
import { consentCookie, keepConsentCookie } from './consent-cookie.js';
import { durationsIn, readChoices, suggestedChoices, type Typed } from './consent-form.js';
import { extendEarlierLink } from './earlier-link.js';
import { codeOf, decideGrant } from './grant-writes.js';
import { OauthError } from './oauth-error.js';
import { readParameters } from './parameters.js';
import { responseUrl } from './redirect-response.js';
import { formActionSource, redirectHost } from './redirect-uri.js';
import { issuerAt, type ResourcesDeps } from './resources.js';
import type { Tickets } from './ticket.js';

export interface AuthorizeDeps extends ClientsDeps, ResourcesDeps {
  readonly portal: Pick<Portal, 'store' | 'ids' | 'quotas'>;
  readonly secret: Buffer;
  readonly tickets: Tickets;
  readonly categoriesOf: CategoriesOf;
}

interface Asked {
  readonly deps: AuthorizeDeps;
  readonly request: Request;
  readonly response: Response;
  /** Issuer at the host of the request. */
  readonly issuer: string;
  /** Query of the request, as sent. The ticket of a form is bound to it. */
  readonly query: string;
  readonly asked: AuthorizationRequest;
  /** Session of the person, if one is signed in. */
  readonly signedIn: OpenSession | undefined;
  /** Parts of the person's profile that can be shared. */
  readonly shareable: readonly ProfilePart[];
  /** Categories of the shop, to which a grant can be limited. */
  readonly categories: readonly string[];
}

/** Shows the consent page for a valid authorization request. */
export function showConsent(deps: AuthorizeDeps, request: Request, response: Response): Promise<void> {
  if (isArrival(request)) {
    // A person who is signed in must not appear as a stranger.
    sendArrival(request, response, '..');
    return Promise.resolve();
  }
  return withRequest(deps, request, response, async (one) => {
    const { resource, extends: link } = one.asked;
    // A form that is sent as it is shown must not loosen what the person has set before.
    const typed = { ...suggestedChoices(resource.shop.settings), ...(link && storedLimits(link.limits)) };
    const chosen = link?.limits?.categories ?? [];
    sendConsent(one, { status: 200, typed, chosen, shared: link?.grant.shares ?? [], wrong: [], hasExpired: false });
  });
}

/** Receives the consent form, whose fields are in `body`. */
export function receiveConsent(
  deps: AuthorizeDeps,
  request: Request,
  response: Response,
  body: URLSearchParams,
): Promise<void> {
  return withRequest(deps, request, response, async (one) => {
    const field = (name: string) => body.get(name) ?? '';
    const typed: Typed = { ...typedLimits(field), days: field('days') };
    const chosen = readCategories(body);
    const shares = one.shareable.filter((part) => field(`share_${part}`) !== '');
    const ticket = field('ticket');
    if (!chosen || !isOwnForm(one, ticket)) {
      sendConsent(one, { status: 400, typed, chosen: chosen ?? [], shared: [], wrong: [], hasExpired: true });
      return;
    }
    if (field('decision') !== 'allow') throw new OauthError('access_denied', 'The person did not allow it.');
    const { settings } = one.asked.resource.shop;
    const choices = readChoices(typed, settings);
    if ('wrong' in choices)
      sendConsent(one, { status: 400, typed, chosen, shared: shares, wrong: choices.wrong, hasExpired: false });
    else {
      const limits = changeLimits(choices.limits, { categories: chosen }, settings.currency);
      await allow(one, ticket, { days: choices.days, limits, shares });
    }
  });
}

/** Runs the work for a valid request. Errors go to the client, or to the person while the client is not known. */
async function withRequest(
  deps: AuthorizeDeps,
  request: Request,
  response: Response,
  work: (one: Asked) => Promise<void>,
): Promise<void> {
  const query = request.originalUrl.split('?').slice(1).join('?');
  const host = requestedHost(request);
  const issuer = await issuerAt(deps, host);
  let requester: Requester | undefined;
  try {
    const parameters = readParameters(new URLSearchParams(query));
    requester = await readRequester(deps, parameters);
    const wanted = await readRequest(deps, requester, parameters, host);
    const signedIn = await readSession(deps.portal.store, request, deps.now());
    const asked = await extendEarlierLink(deps, wanted, signedIn?.person.id);
    const shareable = await findShareable(deps, asked.resource.shop.organization_id, signedIn);
    const categories = await deps.categoriesOf(asked.resource.shop.id);
    await work({ deps, request, response, issuer, query, asked, signedIn, shareable, categories });
  } catch (error) {
    if (!(error instanceof OauthError)) throw error;
    const { code, description } = error;
    if (requester) {
      const url = responseUrl(requester, issuer, { error: code, error_description: description });
      response.redirect(303, url);
    } else sendPage(response, error.status, refusedPage(request.headers['accept-language'], description));
  }
}

/**
 * True if a form was sent by the page that this browser got. `Sec-Fetch-Site` is checked too, since a browser that
 * sends it says more reliably than any cookie which site made the request.
 */
function isOwnForm(one: Asked, ticket: string): boolean {
  const { deps, request } = one;
  const site = request.headers['sec-fetch-site'];
  const cookie = consentCookie(request);
  if (cookie === undefined || (site !== undefined && site !== 'same-origin')) return false;
  return deps.tickets.isValid(ticket, boundTo(one), cookie, deps.now());
}

/** Returns what a ticket is bound to, so that a form is not sent for somebody who was not signed in when it was made. */
function boundTo({ query, signedIn }: Asked): string {
  return signedIn ? `${query}#${signedIn.person.id}` : query;
}

async function findShareable(
  { portal }: AuthorizeDeps,
  organizationId: string,
  signedIn: OpenSession | undefined,
): Promise<readonly ProfilePart[]> {
  if (!signedIn) return [];
  const profile = await portal.store.read((rows) =>
    rows.get('profile', profileKey(organizationId, signedIn.person.email)),
  );
  return profile?.address ? PROFILE_PARTS : ['contact'];
}

interface Form {
  readonly status: number;
  readonly typed: Typed;
  /** Checked categories. */
  readonly chosen: readonly string[];
  /** Checked parts of the profile. */
  readonly shared: readonly ProfilePart[];
  readonly wrong: Exclude<ReturnType<typeof readChoices>, { limits: unknown }>['wrong'];
  readonly hasExpired: boolean;
}

function sendConsent(one: Asked, { status, chosen, ...form }: Form): void {
  const { deps, request, response, query, asked, signedIn, shareable, categories } = one;
  const { client, redirectUri, resource } = asked;
  const scopes = asked.linkedScopes ?? asked.scopes;
  const { portal, tickets, publicUrl, now } = deps;
  const cookie = keepConsentCookie(request, response, publicUrl(), portal.ids);
  const host = redirectHost(redirectUri);
  const page = consentPage({
    ...{ shop: resource.shop, acceptLanguage: request.headers['accept-language'], scopes, query, ...form },
    client: { name: client.nameFor(redirectUri), kind: client.kind, host: client.hostFor(redirectUri) },
    returnsTo: redirectUri.startsWith('http:') ? undefined : host,
    ticket: tickets.make(portal.ids.secret(22), boundTo(one), cookie, now()),
    categories: { offered: categories, chosen },
    durations: durationsIn(resource.shop.settings),
    ...{ email: signedIn?.person.email, shareable },
    formTarget: formActionSource(redirectUri),
  });
  sendPage(response, status, page);
}

async function allow(
  { deps, request, response, issuer, asked, signedIn }: Asked,
  ticket: string,
  choices: Pick<Parameters<typeof decideGrant>[2], 'limits' | 'days' | 'shares'>,
): Promise<void> {
  const { portal, secret, publicUrl } = deps;
  const { resource, client, redirectUri } = asked;
  const grantId = await portal.store.update(
    (rows) =>
      decideGrant(
        rows,
        { ids: portal.ids, now: deps.now(), secret, quotas: portal.quotas },
        { request: asked, ticket, personId: signedIn?.person.id, ...choices },
      ),
    resource.deployment.organization_id,
  );
  const page = connectedPage({
    shop: resource.shop,
    acceptLanguage: request.headers['accept-language'],
    clientName: client.nameFor(redirectUri),
    isInAccount: signedIn !== undefined,
    manageUrl: `${publicUrl()}/grants/${grantToken(secret, grantId)}`,
    continueUrl: responseUrl(asked, issuer, { code: codeOf(secret, ticket) }),
  });
  sendPage(response, 200, page);
}
