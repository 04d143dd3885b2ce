import { mergeQuotas, QUOTA_NAMES, type Quotas, type Usage } from '../domain/tenant/quota.js';
import type { Organization } from '../domain/tenant/tenant.js';
import { eachPage } from '../lists/every-page.js';
import type { IdPosition, StoreReader } from '../ports.js';

export interface OrganizationUsage {
  readonly id: string;
  readonly usage: Usage;
  readonly quotas: Quotas;
}

/**
 * Maximum organizations shown. The limit keeps the number of label values small, regardless of how many organizations
 * there are.
 */
const MAX_SHOWN = 20;
/** Maximum pages of organizations read per refresh. */
const MAX_PAGES = 100;
/** Lifetime of the cached result. */
const FRESH_MS = 60_000;

/**
 * Finds the organizations nearest to a quota; if several are equally near, those with the most bytes come first. The
 * result is cached for a minute.
 */
export class FullestOrganizations {
  private readonly store: StoreReader;
  private readonly defaults: Quotas;
  private readonly now: () => number;
  private read: { readonly at: number; readonly found: Promise<readonly OrganizationUsage[]> } | undefined;

  constructor(store: StoreReader, defaults: Quotas, now: () => number) {
    this.store = store;
    this.defaults = defaults;
    this.now = now;
  }

  /** Returns an empty list if the database could not be read. */
  found(): Promise<readonly OrganizationUsage[]> {
    const now = this.now();
    if (!this.read || Math.abs(now - this.read.at) >= FRESH_MS)
      this.read = { at: now, found: this.fullest().catch(() => []) };
    return this.read.found;
  }

  private async fullest(): Promise<readonly OrganizationUsage[]> {
    let fullest: OrganizationUsage[] = [];
    let pages = 0;
    const page = (after: IdPosition | undefined, limit: number) => this.store.list('organizations', {}, after, limit);
    for await (const entries of eachPage(page)) {
      fullest = [...fullest, ...(await this.usageOf(entries))].sort(fullerFirst).slice(0, MAX_SHOWN);
      pages += 1;
      if (pages >= MAX_PAGES) break;
    }
    return fullest;
  }

  private usageOf(some: readonly Organization[]): Promise<OrganizationUsage[]> {
    return this.store.read((rows) => {
      rows.expect(...some.map(({ id }) => ['usage', id] as const));
      return some.map(({ id, quotas }) => ({
        id,
        usage: rows.find('usage', id),
        quotas: mergeQuotas(quotas, this.defaults),
      }));
    });
  }
}

function fullerFirst(a: OrganizationUsage, b: OrganizationUsage): number {
  return shareOf(b) - shareOf(a) || b.usage.bytes - a.usage.bytes;
}

/** Returns the highest used share of any quota. A quota of 0 counts as used up. */
function shareOf({ usage, quotas }: OrganizationUsage): number {
  return Math.max(...QUOTA_NAMES.map((name) => partOf(usage[name], quotas[name])));
}

function partOf(used: number, most: number | null | undefined): number {
  if (most === null || most === undefined) return 0;
  return most === 0 ? 1 : used / most;
}
