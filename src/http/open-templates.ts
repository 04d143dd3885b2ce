import { OPEN_PATHS } from './open-paths.js';

/** Path templates of the Express routes and of UCP documents. */
const TEMPLATES = [
  '/',
  '/docs',
  '/docs/{page}',
  '/docs/demo/{secret}',
  '/openapi.json',
  '/healthz',
  '/readyz',
  '/metrics',
  '/mcp',
  '/checkout/{token}',
  '/checkout/{token}/{action}',
  '/sign-in',
  '/sign-in/{id}',
  '/sign-in/{id}/{token}',
  '/desk',
  '/desk/{shop_id}',
  '/desk/{shop_id}/{page}',
  '/desk/{shop_id}/orders/{order_id}',
  '/desk/{shop_id}/orders/{order_id}/{action}',
  '/.well-known/ucp',
  '/.well-known/ucp/{version}',
  '/ucp/schemas/{version}/{name}.json',
  '/orders/{token}',
  '/orders/{token}/{action}',
  '/media/{shop_id}/{name}',
  '/payment-handlers/{id}/{file}',
  ...Object.keys(OPEN_PATHS),
];

const PATTERNS = TEMPLATES.map((template) => ({ template, pattern: patternOf(template) }));

/**
 * Returns the template that a path matches. Unlike the path, the template may be logged, since it has no ids or tokens.
 */
export function openTemplate(url: string): string | undefined {
  const [path = ''] = url.split('?', 1);
  return PATTERNS.find(({ pattern }) => pattern.test(path))?.template;
}

/** Builds the pattern of a template; a final segment named `path` matches the rest of the path. */
function patternOf(template: string): RegExp {
  return new RegExp(
    `^${template
      .replace('{path}', '.+')
      .replaceAll(/\{\w+\}/g, '[^/]+')
      .replaceAll('.json', '\\.json')}$`,
  );
}
