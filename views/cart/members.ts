/** Reads members of responses, whose form the view does not rely on. */

export type Members = Readonly<Record<string, unknown>>;

export function members(value: unknown): Members {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

export function list(value: unknown): Members[] {
  return Array.isArray(value) ? value.map(members) : [];
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
