/** A decoded form of Stripe's API, whose keys are paths such as `metadata[order]` or `line_items[0][quantity]`. */
export class FormValues {
  private readonly values = new Map<string, string>();

  /** @param text form-urlencoded */
  constructor(text: string) {
    for (const [key, value] of new URLSearchParams(text)) this.values.set(key, value);
  }

  text(path: string): string | undefined {
    return this.values.get(path);
  }

  integer(path: string): number | undefined {
    const value = this.values.get(path);
    return value === undefined ? undefined : Number(value);
  }

  /** The members of an object, by name. */
  members(path: string): Record<string, string> {
    const entries = [...this.values].flatMap(([key, value]) =>
      key.startsWith(`${path}[`) ? [[key.slice(path.length + 1, -1), value] as const] : [],
    );
    return Object.fromEntries(entries);
  }

  /** The texts of a list. */
  list(path: string): string[] {
    return Object.values(this.members(path));
  }

  has(name: string): boolean {
    return [...this.values.keys()].some((key) => key === name || key.startsWith(`${name}[`));
  }
}
