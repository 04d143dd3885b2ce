import type { Request, Response } from 'express';
import { notFoundError, PortalError } from '../../domain/errors/portal-error.js';
import type { Shop } from '../../domain/shop/shop.js';
import type { Ids, Rows, Store, Write } from '../../ports.js';
import type { Author } from '../../records/audit.js';
import type { SignInDeps } from '../../sign-in/deps.js';
import { findSession } from '../../sign-in/sessions.js';
import { openVisit, type Visit } from '../desk/visit.js';
import { accountPath } from '../sign-in/return-path.js';

export interface AccountVisitDeps extends SignInDeps {
  readonly store: SignInDeps['store'] & Pick<Store, 'list'>;
  readonly ids: Ids;
}

/** A visit of a person to their account in one shop. */
export interface AccountVisit extends Visit {
  readonly shop: Shop;
  /** URL of the account, relative to the URL in the browser. */
  readonly home: string;
}

/**
 * Opens the visit to the account in the path. Without a session, responds with a redirect and returns `undefined`.
 * @throws PortalError `shop_not_found`
 */
export async function openAccountVisit(
  deps: AccountVisitDeps,
  request: Request,
  response: Response,
): Promise<AccountVisit | undefined> {
  const shopId = String(request.params.shop_id);
  const shop = await deps.store.read((rows) => rows.get('shop', shopId));
  if (!shop) throw notFoundError('shop_not_found');
  const visit = await openVisit(deps, request, response, shop);
  return visit && { ...visit, shop, home: `${visit.root}/${accountPath(shop.id)}` };
}

/**
 * Makes changes in the name of the person, in a transaction of the shop's organization, provided that the session has not
 * ended.
 * @throws PortalError `unauthorized`
 */
export async function changeAs(
  { store, ids, clock }: AccountVisitDeps,
  { token, person, shop }: AccountVisit,
  decide: (rows: Rows, by: Author) => readonly Write[],
): Promise<void> {
  await store.update((rows) => {
    const now = clock.now();
    if (findSession(rows, token, now)?.person.id !== person.id)
      throw new PortalError('unauthorized', 'The session has ended; sign in again.');
    return { writes: [...decide(rows, { ids, actor: person.id, now })], result: undefined };
  }, shop.organization_id);
}
