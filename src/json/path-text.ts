/** Formats a path as `line_items[0].quantity`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? printable(String(part)) : `${text}.${printable(String(part))}`;
  }, '');
}

/** Shortens a member name and replaces all but printable ASCII characters with `?`, since callers may send any name. */
export function printable(name: string): string {
  return name.replace(/[^\x20-\x7e]/g, '?').slice(0, 60);
}
