/** Type of an object without undefined members. Rows and responses must not have such members. */
export type Present<Members> = { readonly [Name in keyof Members]?: Exclude<Members[Name], undefined> };

export function omitUndefined<Members extends object>(members: Members): Present<Members>;
export function omitUndefined(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** Returns null instead of undefined, for members that are always present in JSON. */
export function orNull<T>(value: T | undefined): T | null {
  return value ?? null;
}
