import { oncePer } from '../../domain/values/once-per.js';
import { type Capability, PUBLISHED } from '../capabilities.js';
import { listExtensions } from '../extensions/index.js';
import type { OwnExtension } from '../extensions/own-extension.js';
import { SCOPE_DESCRIPTIONS } from '../identity/required-scopes.js';
import type { ProtocolVersion } from '../versions/version.js';
import type { Site } from './site.js';

/** A capability as announced by a site. */
export interface Announced extends Pick<Capability, 'extends' | 'eventOnly' | 'linksAccounts'> {
  /**
   * Name used in the code. It differs from `name` only for own extensions, whose names begin with the site's reversed
   * host.
   */
  readonly id: string;
  readonly name: string;
  /** YYYY-MM-DD: the protocol version, or the schema version of an own extension. */
  readonly version: string;
  /** URL of the specification. */
  readonly spec?: string;
  readonly schema: string;
  readonly config?: object;
}

type Place = Pick<Site, 'base' | 'namespace' | 'ownsNames' | 'linksAccounts'> & {
  readonly settings: Pick<Site['settings'], 'linked'>;
};

/**
 * Capabilities that a site announces in a version. Own extensions are included only if the host can verify their names.
 */
export const announcedAt = oncePer((site: Place) =>
  oncePer((version: ProtocolVersion) => capabilitiesOf(site, version)),
);

function capabilitiesOf(site: Place, version: ProtocolVersion): readonly Announced[] {
  const own = site.ownsNames ? listExtensions(version) : [];
  return [
    ...version.capabilities
      .filter(({ needsHttps }) => !needsHttps || site.base.startsWith('https:'))
      .filter(({ linksAccounts }) => !linksAccounts || site.linksAccounts)
      .map((one) => published(one, version, site)),
    ...own.map((one) => ({
      id: one.id,
      name: extensionName(site, one),
      version: one.version,
      extends: Object.keys(one.adds),
      schema: `${site.base}${schemaPath(one)}`,
    })),
  ];
}

function published(capability: Capability, { date, isEarly }: ProtocolVersion, { settings }: Place): Announced {
  const { name, extends: parents, eventOnly, linksAccounts, spec, schema } = capability;
  return {
    id: name,
    name,
    version: date,
    ...(parents && { extends: parents }),
    ...(eventOnly && { eventOnly }),
    ...(linksAccounts && { linksAccounts }),
    spec: `${PUBLISHED}/${date}/specification/${spec}`,
    schema: `${PUBLISHED}/${date}/schemas/${schema}`,
    // Lists only the scopes that operations require. 2026-01-11 has no such member.
    ...(linksAccounts && !isEarly && { config: { scopes: settings.linked ? SCOPE_DESCRIPTIONS : {} } }),
  };
}

export function extensionName({ namespace }: Pick<Site, 'namespace'>, { id }: Pick<OwnExtension, 'id'>): string {
  return `${namespace}.${id}`;
}

/** Path of an own extension's schema, below the base URL. */
export function schemaPath({ id, version }: Pick<OwnExtension, 'id' | 'version'>): string {
  return `/ucp/schemas/${version}/${id.slice(id.indexOf('.') + 1)}.json`;
}
