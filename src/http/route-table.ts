import type { HttpBinding } from '../calls/http-binding.js';

interface Bound {
  readonly http: Pick<HttpBinding, 'method' | 'path'>;
}

/** All routes of one path template. */
interface Template<Route> {
  /** The lowest fits best: fixed parts before named ones, so that `checkouts/current` is not taken for an id. */
  readonly rank: number;
  /** Of the parts of the path; undefined for a fixed part. */
  readonly names: readonly (string | undefined)[];
  readonly routes: Map<string, Route>;
}

/** What may follow the parts of a path that were read so far. */
interface Branch<Route> {
  readonly fixed: Map<string, Branch<Route>>;
  named: Branch<Route> | undefined;
  template: Template<Route> | undefined;
}

interface Found<Route> {
  /** Undefined: the path has no route of this method. */
  readonly route: Route | undefined;
  /** A route of the path, whatever its method. */
  readonly anyRoute: Route;
  /** The named parts, percent-decoded. */
  readonly parts: Readonly<Record<string, string>>;
}

/** Finds the route of a path in one walk through its parts, however many routes there are. Paths are matched as they were sent. */
export class RouteTable<Route extends Bound> {
  private readonly root: Branch<Route> = newBranch();

  constructor(routes: readonly Route[]) {
    for (const [rank, route] of bySpecificity(routes).entries()) this.add(rank, route);
  }

  /**
   * Undefined: no route has the path. The route of GET answers HEAD too.
   * @throws URIError when a named part does not percent-decode
   */
  find(path: string, method: string): Found<Route> | undefined {
    const sent = path.split('/');
    const fitting: Template<Route>[] = [];
    collect(this.root, sent, 1, fitting);
    const wanted = method === 'HEAD' ? 'GET' : method;
    const best = lowestRank(fitting.filter(({ routes }) => routes.has(wanted))) ?? lowestRank(fitting);
    const [anyRoute] = best?.routes.values() ?? [];
    if (!best || !anyRoute) return undefined;
    return { route: best.routes.get(wanted), anyRoute, parts: partsOf(best, sent) };
  }

  private add(rank: number, route: Route): void {
    const parts = route.http.path.split('/');
    const names = parts.map((part) => /^\{(\w+)\}$/.exec(part)?.[1]);
    let branch = this.root;
    for (const [index, part] of parts.entries()) {
      if (index > 0) branch = names[index] === undefined ? fixedBranch(branch, part) : namedBranch(branch);
    }
    branch.template ??= { rank, names, routes: new Map() };
    branch.template.routes.set(route.http.method.toUpperCase(), route);
  }
}

function bySpecificity<Route extends Bound>(routes: readonly Route[]): Route[] {
  const named = ({ http }: Route) => http.path.split('{').length;
  return [...routes].sort((a, b) => named(a) - named(b));
}

function newBranch<Route>(): Branch<Route> {
  return { fixed: new Map(), named: undefined, template: undefined };
}

function fixedBranch<Route>({ fixed }: Branch<Route>, part: string): Branch<Route> {
  const branch = fixed.get(part) ?? newBranch<Route>();
  fixed.set(part, branch);
  return branch;
}

function namedBranch<Route>(branch: Branch<Route>): Branch<Route> {
  branch.named ??= newBranch();
  return branch.named;
}

function collect<Route>(branch: Branch<Route>, sent: readonly string[], index: number, into: Template<Route>[]): void {
  const part = sent[index];
  if (part === undefined) {
    if (branch.template) into.push(branch.template);
    return;
  }
  const fixed = branch.fixed.get(part);
  if (fixed) collect(fixed, sent, index + 1, into);
  if (branch.named && part !== '') collect(branch.named, sent, index + 1, into);
}

function lowestRank<Route>(templates: readonly Template<Route>[]): Template<Route> | undefined {
  return templates.reduce<Template<Route> | undefined>(
    (best, one) => (best && best.rank < one.rank ? best : one),
    undefined,
  );
}

function partsOf<Route>({ names }: Template<Route>, sent: readonly string[]): Record<string, string> {
  const parts: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    if (name !== undefined) parts[name] = decodeURIComponent(sent[index] ?? '');
  }
  return parts;
}
