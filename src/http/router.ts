import type { Request, RequestHandler, Response } from 'express';
import type { HttpBinding } from '../calls/http-binding.js';
import { markMalformedPath } from './malformed-path.js';
import { notesOf } from './reply.js';
import { RouteTable } from './route-table.js';

export interface Route {
  readonly http: { readonly method: HttpBinding['method'] | 'any'; readonly path: string };
  serve(request: Request, response: Response, parts: Readonly<Record<string, string>>): Promise<void> | void;
  /**
   * Rejects a request whose method is not among those of the path. If this function is absent, the path counts as
   * unknown.
   */
  rejectMethod?(request: Request, response: Response, methods: readonly string[]): Promise<void>;
}

/** The routes of one surface, such as `/api` or `/ucp`. */
export interface RoutedSurface {
  readonly routes: readonly Route[];
  /** True for paths that only this surface serves, even where it has no route. */
  owns(path: string): boolean;
  rejectPath(request: Request, response: Response): Promise<void>;
}

/** Serves the routes of all surfaces as one middleware, since Express would try a pattern for each route in turn. */
export function routeRequests(surfaces: readonly RoutedSurface[]): RequestHandler {
  const table = new RouteTable(surfaces.flatMap(({ routes }) => routes));
  return async (request, response, next) => {
    markMalformedPath(request);
    const found = table.find(request.path, request.method);
    if (found?.route) {
      notesOf(request).route = found.route.http.path;
      return found.route.serve(request, response, found.parts);
    }
    if (found?.nearest.rejectMethod) {
      notesOf(request).route = found.nearest.http.path;
      return found.nearest.rejectMethod(request, response, found.methods);
    }
    const owner = surfaces.find((surface) => surface.owns(request.path));
    return owner ? owner.rejectPath(request, response) : next();
  };
}
