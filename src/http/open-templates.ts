import { OPEN_PATHS } from './open-paths.js';

/** Path templates of the routes that are not of the registry. */
const TEMPLATES = [
  '/',
  '/docs',
  '/docs/{page}',
  '/docs/demo-keys.json',
  '/openapi.json',
  '/healthz',
  '/readyz',
  '/metrics',
  '/mcp',
  '/checkout/{token}',
  '/checkout/{token}/{action}',
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

/** The template that a path was sent for, which has none of its ids and tokens; undefined = there is no such route. */
export function openTemplate(url: string): string | undefined {
  const [path = ''] = url.split('?', 1);
  return PATTERNS.find(({ pattern }) => pattern.test(path))?.template;
}

/** A last part named `path` takes the rest. */
function patternOf(template: string): RegExp {
  return new RegExp(
    `^${template
      .replace('{path}', '.+')
      .replaceAll(/\{\w+\}/g, '[^/]+')
      .replaceAll('.json', '\\.json')}$`,
  );
}
