/** Moves paths one level down and adds the parent's path: `inside('data[]', ['id'])`. */
export function inside(parent: string, paths: readonly string[]): readonly string[] {
  return [parent.replace(/\[\]$/, ''), ...paths.map((path) => `${parent}.${path}`)];
}

/**
 * Paths of the members, given as words, of the object at `parent`: `members('links[]', 'url')` is `['links',
 * 'links[].url']`.
 */
export function members(parent: string, words: string): readonly string[] {
  return inside(parent, words.split(' '));
}
