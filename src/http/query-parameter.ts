import type { Request } from 'express';
import { PortalError } from '../domain/errors/portal-error.js';

/**
 * Reads a query parameter, which must not be repeated.
 * @throws PortalError `invalid_request`
 */
export function queryParameter(request: Request, name: string): string | undefined {
  const start = request.url.indexOf('?');
  const [value, ...more] = start < 0 ? [] : new URLSearchParams(request.url.slice(start)).getAll(name);
  if (more.length > 0) throw new PortalError('invalid_request', `${name}: must be sent only once`);
  return value;
}
