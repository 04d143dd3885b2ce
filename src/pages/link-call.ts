import type { Request } from 'express';
import type { AnyAnswer } from '../calls/answer.js';
import type { Operation } from '../calls/define.js';
import type { Invoke } from '../calls/invoke.js';
import type { Attempt } from '../domain/checkout/checkout.js';
import { PortalError } from '../domain/errors/portal-error.js';
import type { Shop } from '../domain/shop/shop.js';
import type { Caller, Scope } from '../domain/tenant/tenant.js';
import type { Destination } from '../domain/values/address.js';
import type { Clock, Rows, StoreReader } from '../ports.js';
import { findLocale, type Locale } from '../texts/locale.js';
import type { LinkKind, Links } from '../view/links.js';

export interface LinkDeps {
  readonly store: StoreReader;
  readonly clock: Clock;
  readonly links: Links;
  readonly invoke: Invoke;
}

/** The caller behind a buyer's link, which gives access to one object only. */
export interface LinkCaller {
  readonly id: string;
  /**
   * Row of the object, or of the deployment if the cart is not stored yet. A changed row is a different JavaScript
   * object (docs/dev/architecture.md, Storage).
   */
  readonly row: object;
  /** The shop as it is now. */
  readonly shop: Shop;
  /** The reader's locale, otherwise the shop's; it applies to the page's texts and to responses. */
  readonly locale: Locale;
  /** Destination of the checkout, including members that responses do not contain. */
  destination(): Promise<Destination | undefined>;
  /** The attempt of a payment in progress. */
  attempt(): Promise<Attempt | undefined>;
  call(operation: Operation, args: Readonly<Record<string, unknown>>, ifMatch?: string): Promise<AnyAnswer>;
}

/** Scopes by kind of link. The `buyer` scope allows more than agents may do. */
const SCOPES: Record<LinkKind, readonly Scope[]> = { checkout: ['commerce', 'buyer'], order: ['commerce', 'buyer'] };

/**
 * Authenticates the link of a request.
 * @throws PortalError `not_found` for a link that is forged, expired or ended, or whose object does not exist
 */
export async function openLink(deps: LinkDeps, request: Request, kind: LinkKind): Promise<LinkCaller> {
  const { store, clock, links, invoke } = deps;
  const token = String(request.params.token);
  const found = await store.read((rows) => {
    const id = links.open(kind, token, rows, clock.now());
    return id === undefined ? undefined : ownerOf(rows, kind, id, links.deploymentOf(token));
  });
  if (!found) throw new PortalError('not_found', 'There is no such page.');
  const { caller, shop, row } = found;
  const locale = findLocale(request.headers['accept-language'], shop.settings.language);
  return {
    id: caller.only_id,
    row,
    shop,
    locale,
    destination: () => store.read((rows) => rows.get('checkout', caller.only_id)?.destination),
    attempt: () =>
      store.read((rows) => {
        const checkout = rows.get('checkout', caller.only_id);
        return checkout?.state === 'paying' ? checkout.attempt : undefined;
      }),
    async call(operation, args, ifMatch) {
      const { answer } = await invoke(operation, {
        authenticate: async () => caller,
        readInput: async () => args,
        acceptLanguage: locale.tag,
        ifMatch,
        dryRun: request.method === 'HEAD',
        isGone: () => request.socket.destroyed,
      });
      return answer;
    },
  };
}

/**
 * Finds the object of a link. `unstored` is the deployment of a cart that had no row when its link was made; the cart
 * may have a row now.
 */
function ownerOf(rows: Rows, kind: LinkKind, id: string, unstored: string | undefined) {
  const row = rows.get(kind, id);
  const deploymentId = row?.deployment_id ?? unstored;
  const deployment = deploymentId === undefined ? undefined : rows.get('deployment', deploymentId);
  const shop = deployment && rows.get('shop', deployment.shop_id);
  if (!shop) return undefined;
  const caller = {
    id: `link:${id}`,
    scopes: new Set(SCOPES[kind]),
    organization_id: deployment.organization_id,
    deployment,
    buyer_id: null,
    only_id: id,
  } satisfies Caller;
  return { caller, shop, row: row ?? deployment };
}
