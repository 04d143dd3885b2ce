import type { Request } from 'express';

export const MALFORMED_PATH = 'The path is not percent-encoded correctly.';

const malformed = new WeakSet<Request>();

/**
 * Escapes a path that cannot be percent-decoded. The request can then be routed, so that 401 and 403 take precedence
 * over its 400.
 */
export function markMalformedPath(request: Request): void {
  if (request.url.includes('%')) {
    const [path = '', ...query] = request.url.split('?');
    if (!isDecodable(path)) {
      malformed.add(request);
      request.url = [path.replaceAll('%', '%25'), ...query].join('?');
    }
  }
}

export function isMalformedPath(request: Request): boolean {
  return malformed.has(request);
}

function isDecodable(path: string): boolean {
  try {
    // The result must be used: the bundler drops a pure call whose result is unused, so its error would be lost.
    return typeof decodeURIComponent(path) === 'string';
  } catch {
    return false;
  }
}
