import type {
  AuditPosition,
  AuditSubject,
  LogPosition,
  OrderFilter,
  Position,
  ReceiptFilter,
  SearchPosition,
} from '../ports.js';
import type { Due } from './due.js';
import type { Lists } from './lists.js';
import type { OrderLists } from './order-lists.js';
import type { Receipts } from './receipts.js';
import type { Search } from './search.js';
import type { SigningKeys } from './signing-keys.js';
import type { TenantQueries } from './tenant-lists.js';

/** The prepared statements of a connection, by what they list. */
export interface Queries {
  readonly tenants: TenantQueries;
  readonly lists: Lists;
  readonly orders: OrderLists;
  readonly search: Search;
  readonly due: Due;
  readonly signingKeys: SigningKeys;
  readonly receipts: Receipts;
}

/** The lists of the storage port. */
export abstract class StoredLists {
  protected readonly queries: Queries;

  constructor(queries: Queries) {
    this.queries = queries;
  }

  /** Runs a query on the snapshot that is open now. */
  protected abstract reading<R>(query: () => R): Promise<R>;

  listOrganizations(limit: number) {
    return this.reading(() => this.queries.tenants.listOrganizations(limit));
  }

  listDeployments(limit: number) {
    return this.reading(() => this.queries.tenants.listDeployments(limit));
  }

  listShops(organizationId: string) {
    return this.reading(() => this.queries.tenants.listShops(organizationId));
  }

  listShopDeployments(shopId: string, after: Position | undefined, limit: number) {
    return this.reading(() => this.queries.tenants.deploymentsOfShop.page(shopId, after, limit));
  }

  listConsumers(organizationId: string, after: Position | undefined, limit: number) {
    return this.reading(() => this.queries.tenants.consumers.page(organizationId, after, limit));
  }

  listAgents(organizationId: string, after: Position | undefined, limit: number) {
    return this.reading(() => this.queries.tenants.agents.page(organizationId, after, limit));
  }

  listKeys(organizationId: string, after: Position | undefined, limit: number) {
    return this.reading(() => this.queries.tenants.keys.page(organizationId, after, limit));
  }

  listOrders(filter: OrderFilter, after: Position | undefined, limit: number) {
    return this.reading(() => this.queries.orders.listOrders(filter, after, limit));
  }

  listAudit(subject: AuditSubject, after: AuditPosition | undefined, limit: number) {
    return this.reading(() => this.queries.orders.listAudit(subject, after, limit));
  }

  listItems(shopId: string, after: Position | undefined, limit: number) {
    return this.reading(() => this.queries.lists.listItems(shopId, after, limit));
  }

  listShopItems(shopId: string, after: Position | undefined, limit: number) {
    return this.reading(() => this.queries.lists.listShopItems(shopId, after, limit));
  }

  searchItems(shopId: string, words: readonly string[], after: SearchPosition | undefined, limit: number) {
    return this.reading(() => this.queries.search.searchItems(shopId, words, after, limit));
  }

  listDiscounts(shopId: string, after: Position | undefined, limit: number) {
    return this.reading(() => this.queries.lists.listDiscounts(shopId, after, limit));
  }

  listOpenPayments(startedBefore: number, limit: number) {
    return this.reading(() => this.queries.due.listOpenPayments(startedBefore, limit));
  }

  listOpenMoney(before: number, limit: number) {
    return this.reading(() => this.queries.due.listOpenMoney(before, limit));
  }

  listExpiredCarts(at: number, limit: number) {
    return this.reading(() => this.queries.due.listExpiredCarts(at, limit));
  }

  listErasableCheckouts(at: number, limit: number) {
    return this.reading(() => this.queries.due.listErasableCheckouts(at, limit));
  }

  listOldAnswers(at: number, limit: number) {
    return this.reading(() => this.queries.due.listOldAnswers(at, limit));
  }

  listExpiredLinkCodes(at: number, limit: number) {
    return this.reading(() => this.queries.due.listExpiredLinkCodes(at, limit));
  }

  listSigningKeys(organizationId: string, after: Position | undefined, limit: number) {
    return this.reading(() => this.queries.signingKeys.list(organizationId, after, limit));
  }

  listActiveSigningKeys(organizationId: string) {
    return this.reading(() => this.queries.signingKeys.listActive(organizationId));
  }

  listRetiredSigningKeys(organizationId: string, before: Position | undefined, limit: number) {
    return this.reading(() => this.queries.signingKeys.listRetired(organizationId, before, limit));
  }

  listReceipts(filter: ReceiptFilter, after: LogPosition | undefined, limit: number) {
    return this.reading(() => this.queries.receipts.list(filter, after, limit));
  }
}
