import { PortalError } from '../domain/errors/portal-error.js';

/** Maximum nesting of arguments, the same as for a body over HTTP. */
const MAX_DEPTH = 64;

/**
 * Rejects lone surrogates and excessive depth, which plain JSON parsers accept but HTTP's body reader does not. On
 * stdio nothing has limited the depth before, so the walk uses a list: recursion could exhaust the stack.
 * @throws PortalError `invalid_json`
 */
export function assertStrict(args: unknown): void {
  const waiting: { readonly value: unknown; readonly depth: number }[] = [{ value: args, depth: 1 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string') assertWellFormed(value);
    if (typeof value !== 'object' || value === null) continue;
    if (depth > MAX_DEPTH) throw notStrict(`they are nested deeper than ${MAX_DEPTH}`);
    for (const [name, member] of Object.entries(value)) {
      assertWellFormed(name);
      waiting.push({ value: member, depth: depth + 1 });
    }
  }
}

function assertWellFormed(text: string): void {
  if (!text.isWellFormed()) throw notStrict('a string holds half a surrogate pair');
}

function notStrict(why: string): PortalError {
  return new PortalError('invalid_json', `The arguments must be strict JSON; ${why}.`);
}
