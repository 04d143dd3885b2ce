import { Gauge, type Registry } from 'prom-client';
import { QUOTA_NAMES, type Quotas } from '../domain/tenant/quota.js';
import { readInTime } from './in-time.js';
import type { OrganizationUsage } from './organization-usage.js';

/**
 * Registers usage and quotas of organizations. They are read from the database, so every process exposes the same
 * values.
 */
export function organizations(registry: Registry, read: () => Promise<readonly OrganizationUsage[]>): void {
  each(registry, 'portal_organization_usage', 'Usage of each quota', async () =>
    ((await readInTime(read)) ?? []).map(({ id, usage }) => [id, usage] as const),
  );
  each(registry, 'portal_organization_quota', 'Quota; absent if unlimited', async () =>
    ((await readInTime(read)) ?? []).map(({ id, quotas }) => [id, quotas] as const),
  );
}

function each(
  registry: Registry,
  name: string,
  help: string,
  read: () => Promise<readonly (readonly [organization: string, numbers: Quotas])[]>,
): void {
  new Gauge({
    name,
    help: `${help}, for the organizations nearest to a quota or with the most bytes`,
    labelNames: ['organization', 'quota'],
    registers: [registry],
    async collect() {
      const known = await read();
      this.reset();
      for (const [organization, numbers] of known)
        for (const quota of QUOTA_NAMES) {
          const value = numbers[quota];
          if (typeof value === 'number') this.set({ organization, quota }, value);
        }
    },
  });
}
