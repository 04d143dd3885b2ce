/** Free-form objects: the `config` of a handler or capability, the `metadata` of a receipt. */
const FREE_FORM = /(^|\.)(config|metadata|unsigned_metadata)$/;

/** Objects whose member names are data: the capabilities of variant F. */
const KEYED = /(^|\.)capabilities$/;

/**
 * Paths of all members in a JSON value, e.g. `fulfillment.methods[].groups[].options[].carrier`.
 * - Every member has a path, including one that contains an object or a list: `fulfillment`, `fulfillment.methods`.
 * - An array adds `[]` to the paths inside it, but no path of its own.
 * - In a keyed object every name becomes `{}`: `ucp.capabilities.{}`, `ucp.capabilities.{}[].version`.
 * - A free-form object is a single member, whose contents are ignored.
 */
export function memberPaths(value: unknown): Set<string> {
  const paths = new Set<string>();
  collect(value, '', paths);
  return paths;
}

export function isFreeForm(path: string): boolean {
  return FREE_FORM.test(path);
}

function collect(value: unknown, at: string, paths: Set<string>): void {
  if (Array.isArray(value)) {
    for (const element of value) collect(element, `${at}[]`, paths);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    const path = pathOf(at, name);
    paths.add(path);
    if (!isFreeForm(path)) collect(inner, path, paths);
  }
}

function pathOf(at: string, name: string): string {
  if (KEYED.test(at)) return `${at}.{}`;
  return at === '' ? name : `${at}.${name}`;
}
