import type { Deployment } from '../../domain/tenant/tenant.js';
import { ucpBaseUrl } from '../../domain/tenant/ucp.js';
import { boundedCache } from '../../domain/values/bounded-cache.js';
import { collectPages } from '../../lists/every-page.js';
import type { Clock, IdPosition, Store } from '../../ports.js';
import { type Links, makeLinks } from '../../view/links.js';
import { type Site, siteAt } from './site.js';

/** Maximum delay until a newly enabled deployment is found; disabling takes effect immediately. Milliseconds. */
const KNOWN_FOR = 1_000;
/** Maximum number of base URLs whose links are cached. */
const MAX_BASES = 100;

interface Known {
  readonly at: number;
  /** Enabled deployments, oldest first. */
  readonly sites: readonly { readonly id: string; readonly host: string | null }[];
}

interface SitesDeps {
  readonly store: Pick<Store, 'list' | 'read' | 'secret'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly publicUrl: () => string;
  readonly linksAccounts?: boolean;
}

/** Finds the deployment that serves a request, by the request's host. */
export class Sites {
  private readonly store: Pick<Store, 'list' | 'read' | 'secret'>;
  private readonly clock: Pick<Clock, 'now'>;
  private readonly publicUrl: () => string;
  /** True if people can link their account. */
  readonly linksAccounts: boolean;
  private known: Promise<Known> | undefined;
  private readonly made = new WeakMap<Deployment, Site>();
  private readonly links = boundedCache<Links>(MAX_BASES);

  /** @param deps `linksAccounts`: true if people can link their account; defaults to false */
  constructor({ store, clock, publicUrl, linksAccounts = false }: SitesDeps) {
    this.store = store;
    this.clock = clock;
    this.publicUrl = publicUrl;
    this.linksAccounts = linksAccounts;
  }

  /**
   * Id of the deployment at a host; `undefined` if there is none. If only one deployment is enabled, it serves every
   * host.
   */
  async idOf(host: string): Promise<string | undefined> {
    const { sites } = await this.enabled();
    const [only, ...others] = sites;
    if (others.length === 0) return only?.id;
    return sites.find((one) => this.hostOf(one.host) === host.toLowerCase())?.id;
  }

  /** Host names configured for the deployments served over UCP. */
  async hosts(): Promise<readonly string[]> {
    return (await this.enabled()).sites.flatMap(({ host }) => host ?? []);
  }

  /** The site at a host, built from the deployment's current row. */
  async find(host: string): Promise<Site | undefined> {
    const id = await this.idOf(host);
    if (id === undefined) return undefined;
    const deployment = await this.store.read((rows) => rows.get('deployment', id));
    return deployment && this.of(deployment);
  }

  /** The site of a deployment; `undefined` if UCP is disabled there. An unchanged row gives the same object. */
  of(deployment: Deployment): Site | undefined {
    const { ucp } = deployment;
    if (!ucp?.enabled) return undefined;
    const base = ucpBaseUrl(ucp, this.publicUrl());
    const known = this.made.get(deployment);
    if (known?.base === base) return known;
    const links = this.links.get(base) ?? makeLinks(() => base, this.store.secret('links'));
    this.links.set(base, links);
    const { linksAccounts } = this;
    const site = siteAt(deployment, ucp, { base, links, linksAccounts, secret: () => this.store.secret('ucp_keys') });
    this.made.set(deployment, site);
    return site;
  }

  private hostOf(host: string | null): string {
    return host ?? new URL(this.publicUrl()).hostname;
  }

  private async enabled(): Promise<Known> {
    const now = this.clock.now();
    const known = await this.known;
    if (known && now >= known.at && now - known.at < KNOWN_FOR) return known;
    const fresh = this.read(now);
    this.known = fresh.catch(() => ({ at: Number.NEGATIVE_INFINITY, sites: [] }));
    return fresh;
  }

  private async read(at: number): Promise<Known> {
    const all = await collectPages((after: IdPosition | undefined, limit) =>
      this.store.list('all_deployments', {}, after, limit),
    );
    return { at, sites: all.flatMap(enabledHost) };
  }
}

function enabledHost({ id, ucp }: Deployment) {
  return ucp?.enabled ? [{ id, host: ucp.host }] : [];
}
