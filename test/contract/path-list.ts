/** Paths (in the form of `memberPaths`) one level down, with the member that holds them: `inside('data[]', ['id'])`. */
export function inside(parent: string, paths: readonly string[]): readonly string[] {
  return [parent.replace(/\[\]$/, ''), ...paths.map((path) => `${parent}.${path}`)];
}

/** The members, as words, of the object at `parent`: `members('links[]', 'url')` is `['links', 'links[].url']`. */
export function members(parent: string, words: string): readonly string[] {
  return inside(parent, words.split(' '));
}
