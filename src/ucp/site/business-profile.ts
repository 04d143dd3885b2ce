import { profileKeys, toJwk } from '../../records/shop-keys.js';
import { PUBLISHED } from '../capabilities.js';
import type { CanonicalHandler } from '../checkout/canonical-forms.js';
import { handlersByName } from '../checkout/handlers.js';
import type { ProtocolVersion, Transport } from '../versions/version.js';
import { announcedAt } from './announced.js';
import { earlyProfile } from './early-profile.js';
import { endpointPath, isServed, mcpPath, profilePath, SHOPPING, toEntry } from './published.js';
import type { Site } from './site.js';

/** URLs of the profiles of older versions, by version. */
type Supported = Readonly<Record<string, string>>;

const TRANSPORTS: Readonly<Record<Transport, { readonly path: (version: string) => string; readonly schema: string }>> =
  {
    rest: { path: endpointPath, schema: 'rest.openapi.json' },
    mcp: { path: mcpPath, schema: 'mcp.openrpc.json' },
  };

/**
 * The shop's profile in one version; it lists only what the portal serves (UCP, Business Profile). `older`: the older
 * versions, which only the profile at `/.well-known/ucp` names.
 */
export function businessProfile(
  site: Site,
  version: ProtocolVersion,
  handlers: readonly CanonicalHandler[],
  { older = [], now }: { readonly older?: readonly ProtocolVersion[]; readonly now: number },
): object {
  const keys = profileKeys(site.deployment.ucp_keys, now).map(toJwk);
  const { date } = version;
  if (version.isEarly) return earlyProfile(site, version, handlers, keys);
  const capabilities = announcedAt(site)(version).filter(isServed);
  const supported: Supported = Object.fromEntries(
    older.map((one) => [one.date, `${site.base}${profilePath(one.date)}`]),
  );
  return {
    ucp: {
      version: date,
      ...(older.length > 0 && { supported_versions: supported }),
      services: {
        [SHOPPING]: version.transports.map((transport) => ({
          version: date,
          transport,
          endpoint: `${site.base}${TRANSPORTS[transport].path(date)}`,
          spec: `${PUBLISHED}/${date}/specification/overview`,
          schema: `${PUBLISHED}/${date}/services/shopping/${TRANSPORTS[transport].schema}`,
        })),
      },
      capabilities: Object.fromEntries(capabilities.map((one) => [one.name, [toEntry(one)]])),
      payment_handlers: handlersByName(handlers),
    },
    // 2026-08-25 names this member `keys`, earlier versions `signing_keys`.
    ...(keys.length > 0 && { keys, signing_keys: keys }),
  };
}
