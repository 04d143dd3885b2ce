/** Groups entries by name, in order of first occurrence. */
export function groupBy<T, Name>(all: Iterable<T>, nameOf: (one: T) => Name): Map<Name, T[]> {
  const groups = new Map<Name, T[]>();
  for (const one of all) {
    const name = nameOf(one);
    const group = groups.get(name);
    if (group) group.push(one);
    else groups.set(name, [one]);
  }
  return groups;
}
