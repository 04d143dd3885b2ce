import { schemaPath } from '../site/announced.js';
import { type SendDocument, siteDocument } from '../site/site-document.js';
import type { Sites } from '../site/sites.js';
import { OWN_EXTENSIONS } from './index.js';
import { extensionSchema } from './schema.js';

/** Routes that serve the schemas of the portal's own extensions. */
export function schemaRoutes(sites: Pick<Sites, 'find'>): ReadonlyMap<string, SendDocument> {
  return new Map(
    OWN_EXTENSIONS.map((extension) => [
      schemaPath(extension),
      siteDocument(sites, (site) => (site.ownsNames ? extensionSchema(site, extension) : undefined)),
    ]),
  );
}
