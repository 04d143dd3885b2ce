import type { Request, Response } from 'express';
import type { AnyAnswer } from '../../calls/answer.js';
import type { Operation } from '../../calls/define.js';
import type { Invoke } from '../../calls/invoke.js';
import { staffCaller } from '../../calls/staff-caller.js';
import { notFoundError, PortalError } from '../../domain/errors/portal-error.js';
import { isRecentSignIn } from '../../domain/person/session.js';
import { type StaffMember, worksIn } from '../../domain/person/staff.js';
import { type Face, faceOf } from '../../domain/shop/face.js';
import type { Scope } from '../../domain/tenant/tenant.js';
import type { Store } from '../../ports.js';
import type { SignInDeps } from '../../sign-in/deps.js';
import { findLocale } from '../../texts/locale.js';
import { openDeskVisit, type Visit } from './visit.js';

export interface ShopVisitDeps extends SignInDeps {
  readonly store: SignInDeps['store'] & Pick<Store, 'list'>;
  readonly invoke: Invoke;
}

/** Conditions of a call. */
interface CallOptions {
  readonly ifMatch?: string | undefined;
  /** The same for each time that a form is sent. */
  readonly idempotencyKey?: string | undefined;
}

/** A visit of a staff member to the desk of one shop. */
export interface ShopVisit extends Visit {
  readonly shopId: string;
  readonly organizationId: string;
  /** The person's role in the organization of the shop. */
  readonly member: StaffMember;
  readonly face: Face;
  /** True if the person signed in so recently that an action may move money. */
  readonly isRecent: boolean;
  /** True if the role applies in all shops of the organization. */
  readonly seesOrganization: boolean;
  may(scope: Scope): boolean;
  /** @throws PortalError `forbidden` if the role lacks the scope */
  assertMay(scope: Scope): void;
  /** Calls an operation as the staff member. Its scopes, shops and limits are checked as for every caller. */
  call(operation: Operation, args: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<AnyAnswer>;
}

/**
 * Opens the visit to the shop in the path. Without a session, responds with a redirect and returns `undefined`.
 * @throws PortalError `shop_not_found` for a shop in which the person has no role
 */
export async function openShopVisit(
  deps: ShopVisitDeps,
  request: Request,
  response: Response,
): Promise<ShopVisit | undefined> {
  const visit = await openDeskVisit(deps, request, response);
  if (!visit) return undefined;
  const shopId = String(request.params.shop_id);
  const shop = await deps.store.read((rows) => rows.get('shop', shopId));
  const member = visit.roles.find((one) => one.organization_id === shop?.organization_id && worksIn(one, shopId));
  if (!shop || !member) throw notFoundError('shop_not_found');
  const locale = findLocale(request.headers['accept-language'], shop.settings.language);
  const caller = staffCaller(visit.session, member);
  return {
    ...visit,
    locale,
    shopId,
    organizationId: shop.organization_id,
    member,
    face: faceOf(shop),
    isRecent: isRecentSignIn(visit.session, deps.clock.now()),
    seesOrganization: member.shops === null,
    may: (scope) => caller.scopes.has(scope),
    assertMay(scope) {
      if (!caller.scopes.has(scope)) throw new PortalError('forbidden', `The role lacks the scope ${scope}.`);
    },
    async call(operation, args, { ifMatch, idempotencyKey } = {}) {
      const { answer } = await deps.invoke(operation, {
        authenticate: async () => caller,
        readInput: async () => args,
        acceptLanguage: locale.tag,
        ifMatch,
        ...(idempotencyKey !== undefined && { idempotency: { name: 'request', keys: [idempotencyKey] } }),
        isGone: () => request.socket.destroyed,
      });
      return answer;
    },
  };
}
