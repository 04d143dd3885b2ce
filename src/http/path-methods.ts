import type { HttpBinding } from '../calls/http-binding.js';

interface Routed {
  readonly http: HttpBinding;
}

/** The methods of a path, also of other templates that it matches: `consumers/link-codes` could be an id. */
export function methodsAt(path: string, routes: readonly Routed[]): string[] {
  const methods = routes.filter(({ http }) => fits(path, http.path)).map(({ http }) => http.method.toUpperCase());
  return [...new Set(methods)];
}

function fits(path: string, template: string): boolean {
  const parts = path.split('/');
  const wanted = template.split('/');
  return parts.length === wanted.length && wanted.every((part, index) => part === parts[index] || part.startsWith('{'));
}
