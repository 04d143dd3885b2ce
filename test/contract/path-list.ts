/**
 * Prefixes paths with the path of their parent, and lists the parent too, without `[]`: `inside('data[]', ['id'])` is
 * `['data', 'data[].id']`.
 */
export function inside(parent: string, paths: readonly string[]): readonly string[] {
  return [parent.replace(/\[\]$/, ''), ...paths.map((path) => `${parent}.${path}`)];
}

/**
 * Returns the paths of an object's members, whose names are separated by spaces: `members('links[]', 'url rel')` is
 * `['links', 'links[].url', 'links[].rel']`.
 */
export function members(parent: string, words: string): readonly string[] {
  return inside(parent, words.split(' '));
}
