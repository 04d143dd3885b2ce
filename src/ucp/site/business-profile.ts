import type { CanonicalHandler } from '../checkout/canonical.js';
import { handlersByName } from '../checkout/handlers.js';
import { UCP_OPERATIONS } from '../operations/index.js';
import type { ProtocolVersion } from '../versions/version.js';
import type { Site } from './site.js';

const SHOPPING = 'dev.ucp.shopping';
const PUBLISHED = 'https://ucp.dev';

/** The versions besides the newest, with the URLs of their profiles. */
type Supported = Readonly<Record<string, string>>;

/** Where the profile of a version is; that of the newest has no version in its path. */
export function profilePath(version?: string): string {
  return version === undefined ? '/.well-known/ucp' : `/.well-known/ucp/${version}`;
}

/** Where the operations of a version are, below the base URL. */
export function endpointPath(version: string): string {
  return `/ucp/${version}`;
}

/** The profile of the shop in one version: only what is served (UCP, Business Profile). `older` is for the newest version alone. */
export function businessProfile(
  site: Site,
  version: ProtocolVersion,
  handlers: readonly CanonicalHandler[],
  older: readonly ProtocolVersion[] = [],
): object {
  const { date } = version;
  const supported: Supported = Object.fromEntries(
    older.map((one) => [one.date, `${site.base}${profilePath(one.date)}`]),
  );
  return {
    ucp: {
      version: date,
      ...(older.length > 0 && { supported_versions: supported }),
      services: {
        [SHOPPING]: [
          {
            version: date,
            transport: 'rest',
            endpoint: `${site.base}${endpointPath(date)}`,
            spec: `${PUBLISHED}/${date}/specification/overview`,
            schema: `${PUBLISHED}/${date}/services/shopping/rest.openapi.json`,
          },
        ],
      },
      capabilities: Object.fromEntries(servedCapabilities(version).map((one) => [one.name, [entryOf(one, date)]])),
      payment_handlers: handlersByName(handlers),
    },
  };
}

/** Those with an operation, and what extends them. */
export function servedCapabilities({ capabilities }: ProtocolVersion): ProtocolVersion['capabilities'] {
  const roots = new Set(UCP_OPERATIONS.map(({ capability }) => capability));
  return capabilities.filter((one) =>
    one.extends ? one.extends.some((parent) => roots.has(parent)) : roots.has(one.name),
  );
}

function entryOf({ extends: parents, spec, schema }: ProtocolVersion['capabilities'][number], date: string): object {
  return {
    version: date,
    spec: `${PUBLISHED}/${date}/specification/${spec}`,
    schema: `${PUBLISHED}/${date}/schemas/${schema}`,
    ...(parents && { extends: parents.length === 1 ? parents[0] : parents }),
  };
}
