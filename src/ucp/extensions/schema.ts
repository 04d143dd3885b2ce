import { required } from '../../domain/values/required.js';
import { PUBLISHED } from '../capabilities.js';
import { extensionName, schemaPath } from '../site/announced.js';
import type { Site } from '../site/site.js';
import type { OwnExtension } from './own-extension.js';

/** First protocol version with extensions. */
const SINCE = '2026-04-08';

/**
 * Schema of one of the portal's extensions at a site: each extended capability's schema plus the additions (UCP,
 * Extension Schema Pattern). A published schema has the same `$id` in all versions.
 */
export function extensionSchema(site: Pick<Site, 'base' | 'namespace'>, extension: OwnExtension): object {
  const { title, description, version, adds, definitions } = extension;
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `${site.base}${schemaPath(extension)}`,
    name: extensionName(site, extension),
    version,
    title,
    description,
    requires: { protocol: { min: SINCE } },
    $defs: {
      ...definitions,
      ...Object.fromEntries(
        Object.entries(adds).map(([parent, added]) => [parent, { allOf: [{ $ref: publishedId(parent) }, added] }]),
      ),
    },
  };
}

/** URL of a capability's schema; for example, `dev.ucp.shopping.order` is defined in `shopping/order.json`. */
function publishedId(capability: string): string {
  const [service, name] = capability.split('.').slice(2);
  return `${PUBLISHED}/schemas/${required(service, 'service')}/${required(name, 'name')}.json`;
}
