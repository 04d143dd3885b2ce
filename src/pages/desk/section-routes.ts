import { type RequestHandler, Router } from 'express';

/** Adds pages, as an Express router does. */
export interface PageRoutes {
  get(path: string, handler: RequestHandler): void;
  post(path: string, handler: RequestHandler): void;
}

/**
 * Serves the pages of the desk by their section, which is the part of the path after the shop. Express would try the
 * pattern of every page in turn.
 */
export class SectionRoutes implements PageRoutes {
  private readonly sections = new Map<string, Router>();

  get(path: string, handler: RequestHandler): void {
    this.sectionAt(path).get(path, handler);
  }

  post(path: string, handler: RequestHandler): void {
    this.sectionAt(path).post(path, handler);
  }

  readonly handle: RequestHandler = (request, response, next) => {
    const router = this.sections.get(sectionIn(request.path));
    if (router) router(request, response, next);
    else next();
  };

  private sectionAt(path: string): Router {
    const name = sectionIn(path);
    const router = this.sections.get(name) ?? Router({ strict: true });
    this.sections.set(name, router);
    return router;
  }
}

/** Express ignores the case of paths. */
function sectionIn(path: string): string {
  return path.split('/', 4)[3]?.toLowerCase() ?? '';
}
