import type { RequestHandler } from 'express';

/**
 * Passes on only requests whose path begins with one of these parts, such as `/desk`. Express would try each pattern of
 * a router, so this saves time on all other paths. Like Express, it ignores case.
 */
export function belowPaths(parts: readonly string[], serve: RequestHandler): RequestHandler {
  const own = new Set(parts);
  return (request, response, next) => {
    const [, first = ''] = request.path.split('/', 2);
    if (own.has(`/${first.toLowerCase()}`)) serve(request, response, next);
    else next();
  };
}
