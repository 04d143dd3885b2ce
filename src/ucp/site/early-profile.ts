import { PUBLISHED } from '../capabilities.js';
import type { CanonicalHandler } from '../checkout/canonical-forms.js';
import { earlyHandler } from '../versions/early-wire.js';
import type { ProtocolVersion } from '../versions/version.js';
import { announcedAt } from './announced.js';
import { endpointPath, isServed, SHOPPING, toEntry } from './published.js';
import type { Site } from './site.js';

/** The profile as 2026-01-11 defines it: capabilities are a list, and payment handlers are outside `ucp`. */
export function earlyProfile(
  site: Site,
  version: ProtocolVersion,
  handlers: readonly CanonicalHandler[],
  keys: readonly object[],
): object {
  const { date } = version;
  return {
    ucp: {
      version: date,
      services: {
        [SHOPPING]: {
          version: date,
          spec: `${PUBLISHED}/${date}/specification/overview`,
          rest: {
            schema: `${PUBLISHED}/${date}/services/shopping/rest.openapi.json`,
            endpoint: `${site.base}${endpointPath(date)}`,
          },
        },
      },
      capabilities: announcedAt(site)(version)
        .filter(isServed)
        .map((one) => ({ name: one.name, ...toEntry(one) })),
    },
    payment: { handlers: handlers.map(earlyHandler) },
    ...(keys.length > 0 && { signing_keys: keys }),
  };
}
