import { Gauge, type Registry } from 'prom-client';
import { QUOTA_NAMES, type Quotas } from '../domain/tenant/quota.js';
import { inTime } from './in-time.js';
import type { OrganizationUsage } from './organization-usage.js';

/** What organizations have of what they may have; the numbers are those of the database, so every process shows the same. */
export function organizations(registry: Registry, read: () => Promise<readonly OrganizationUsage[]>): void {
  each(registry, 'portal_organization_usage', 'What an organization has of what has a quota', async () =>
    ((await inTime(read)) ?? []).map(({ id, usage }) => [id, usage] as const),
  );
  each(registry, 'portal_organization_quota', 'What it may have at most; absent = any number', async () =>
    ((await inTime(read)) ?? []).map(({ id, quotas }) => [id, quotas] as const),
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
    help: `${help}, of the organizations that are nearest to a quota or have the most bytes`,
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
