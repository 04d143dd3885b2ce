import { UCP_OPERATIONS } from '../operations/index.js';
import type { Announced } from './announced.js';

export const SHOPPING = 'dev.ucp.shopping';

/** Path of a version's profile. Omit `version` for the newest. */
export function profilePath(version?: string): string {
  return version === undefined ? '/.well-known/ucp' : `/.well-known/ucp/${version}`;
}

/** Path of a version's REST endpoint, below the base URL. */
export function endpointPath(version: string): string {
  return `/ucp/${version}`;
}

/** Path of a version's MCP endpoint, below the base URL. */
export function mcpPath(version: string): string {
  return `${endpointPath(version)}/mcp`;
}

/** True if the capability, or one that it extends, has an operation, or if it links accounts for the operations. */
export function isServed({ id, extends: parents, linksAccounts }: Announced): boolean {
  if (linksAccounts) return true;
  return parents ? parents.some((parent) => ROOTS.has(parent)) : ROOTS.has(id);
}

const ROOTS: ReadonlySet<string> = new Set(UCP_OPERATIONS.map(({ capability }) => capability));

/** A capability's entry in a profile. */
export function toEntry({ version, spec, schema, config, extends: parents }: Announced): object {
  return {
    version,
    ...(spec !== undefined && { spec }),
    schema,
    ...(config && { config }),
    ...(parents && { extends: parents.length === 1 ? parents[0] : parents }),
  };
}
