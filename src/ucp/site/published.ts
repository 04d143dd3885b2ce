import { UCP_OPERATIONS } from '../operations/index.js';
import type { Announced } from './announced.js';

export const SHOPPING = 'dev.ucp.shopping';

/** Where the profile of a version is; that of the newest has no version in its path. */
export function profilePath(version?: string): string {
  return version === undefined ? '/.well-known/ucp' : `/.well-known/ucp/${version}`;
}

/** Where the operations of a version are, below the base URL. */
export function endpointPath(version: string): string {
  return `/ucp/${version}`;
}

/** Where its MCP endpoint is. */
export function mcpPath(version: string): string {
  return `${endpointPath(version)}/mcp`;
}

/** True for those with an operation, and for what extends them. */
export function isServed({ id, extends: parents }: Pick<Announced, 'id' | 'extends'>): boolean {
  return parents ? parents.some((parent) => ROOTS.has(parent)) : ROOTS.has(id);
}

const ROOTS: ReadonlySet<string> = new Set(UCP_OPERATIONS.map(({ capability }) => capability));

/** A capability in a profile. */
export function entryOf({ version, spec, schema, extends: parents }: Announced): object {
  return {
    version,
    ...(spec !== undefined && { spec }),
    schema,
    ...(parents && { extends: parents.length === 1 ? parents[0] : parents }),
  };
}
