import type { Naming } from './provision.js';

/** Request to rename an object. An omitted description stays as it is. */
export interface Rename {
  readonly name: string;
  readonly description?: string | null;
}

/** Returns the new name and description, and which of the two changed. */
export function applyRename(before: Naming, { name, description = before.description }: Rename) {
  const naming: Naming = { name, description };
  const changed = [
    ...(name === before.name ? [] : ['name']),
    ...(description === before.description ? [] : ['description']),
  ];
  return { naming, changed };
}
