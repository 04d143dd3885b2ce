import type { Naming } from './provision.js';

/** What a caller sends to rename something; an absent description stays as it is. */
export interface Rename {
  readonly name: string;
  readonly description?: string | null;
}

/** The new name and description, and which of the two differ from before. */
export function applyRename(before: Naming, { name, description = before.description }: Rename) {
  const naming: Naming = { name, description };
  const changed = [
    ...(name === before.name ? [] : ['name']),
    ...(description === before.description ? [] : ['description']),
  ];
  return { naming, changed };
}
