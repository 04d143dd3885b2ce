import { UCP_OPERATIONS } from '../operations/index.js';
import type { ProtocolVersion } from '../versions/version.js';

export const SHOPPING = 'dev.ucp.shopping';
export const PUBLISHED = 'https://ucp.dev';

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

/** Those with an operation, and what extends them. */
export function servedCapabilities({ capabilities }: ProtocolVersion): ProtocolVersion['capabilities'] {
  const roots = new Set(UCP_OPERATIONS.map(({ capability }) => capability));
  return capabilities.filter((one) =>
    one.extends ? one.extends.some((parent) => roots.has(parent)) : roots.has(one.name),
  );
}

/** A capability in a profile. */
export function entryOf(
  { extends: parents, spec, schema }: ProtocolVersion['capabilities'][number],
  date: string,
): object {
  return {
    version: date,
    spec: `${PUBLISHED}/${date}/specification/${spec}`,
    schema: `${PUBLISHED}/${date}/schemas/${schema}`,
    ...(parents && { extends: parents.length === 1 ? parents[0] : parents }),
  };
}
