import type { Naming } from './provision.js';

/** Rename request; an absent description stays. */
export interface Rename {
  readonly name: string;
  readonly description?: string | null;
}

/** New name and description, and which of them changed. */
export function applyRename(before: Naming, { name, description = before.description }: Rename) {
  const naming: Naming = { name, description };
  const changed = [
    ...(name === before.name ? [] : ['name']),
    ...(description === before.description ? [] : ['description']),
  ];
  return { naming, changed };
}
