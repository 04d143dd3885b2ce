import type { Deployment } from '../../domain/tenant/tenant.js';
import { everyPage } from '../../lists/every-page.js';
import type { Clock, IdPosition, Store } from '../../ports.js';
import { type Site, siteOf } from './site.js';

/** How long it may take until a deployment that was just enabled is found; one that was disabled is gone at once. Milliseconds. */
const KNOWN_FOR = 1_000;

interface Known {
  readonly at: number;
  /** Enabled ones, oldest first. */
  readonly sites: readonly { readonly id: string; readonly host: string | null }[];
}

/** Finds the deployment that a request is for by the host that it names. */
export class Sites {
  private readonly store: Pick<Store, 'list' | 'read' | 'secret'>;
  private readonly clock: Clock;
  private readonly publicUrl: () => string;
  private known: Promise<Known> | undefined;

  constructor(store: Pick<Store, 'list' | 'read' | 'secret'>, clock: Clock, publicUrl: () => string) {
    this.store = store;
    this.clock = clock;
    this.publicUrl = publicUrl;
  }

  /** The deployment of a host name; the only enabled one is that of every host. Undefined = there is none. */
  async find(host: string): Promise<Site | undefined> {
    const { sites } = await this.enabled();
    const [only, ...others] = sites;
    const found = others.length === 0 ? only : sites.find((one) => this.hostOf(one.host) === host.toLowerCase());
    if (!found) return undefined;
    const deployment = await this.store.read((rows) => rows.get('deployment', found.id));
    return deployment && siteOf(deployment, this.publicUrl(), this.store.secret('links'));
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
    const all = await everyPage((after: IdPosition | undefined, limit) =>
      this.store.list('all_deployments', {}, after, limit),
    );
    return { at, sites: all.flatMap(enabledHost) };
  }
}

function enabledHost({ id, ucp }: Deployment) {
  return ucp?.enabled ? [{ id, host: ucp.host }] : [];
}
