import { oncePer } from '../../domain/values/once-per.js';
import type { Announced } from '../site/announced.js';
import type { PlatformProfile } from './platform-profile.js';

/**
 * Returns the ids of the capabilities that site and profile support in the same version, without extensions whose
 * parents are not supported (UCP, Intersection Algorithm). Both objects are reused between calls, so each pair is
 * compared once.
 */
export const activeCapabilities = oncePer((announced: readonly Announced[]) =>
  oncePer((profile: Pick<PlatformProfile, 'capabilities'>) => common(announced, profile)),
);

function common(
  announced: readonly Announced[],
  { capabilities }: Pick<PlatformProfile, 'capabilities'>,
): ReadonlySet<string> {
  let shared = announced.filter(({ name, version }) => capabilities.get(name)?.has(version));
  // Removing a capability also removes its extensions, so this repeats until nothing changes.
  for (let before = -1; before !== shared.length; ) {
    before = shared.length;
    shared = shared.filter((one) => hasParent(one, shared));
  }
  return new Set(shared.map(({ id }) => id));
}

function hasParent({ extends: parents }: Announced, among: readonly Announced[]): boolean {
  return parents === undefined || among.some(({ id }) => parents.includes(id));
}
