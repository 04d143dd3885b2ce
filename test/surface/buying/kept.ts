/** Returns the id of the kept checkout that an error names. */
export function keptIn(detail: string): string {
  const [, id] = / The cart is kept as checkout (chk_[0-9a-f-]{36})\.$/.exec(detail) ?? [];
  if (id === undefined) throw new Error(`no checkout in: ${detail}`);
  return id;
}
