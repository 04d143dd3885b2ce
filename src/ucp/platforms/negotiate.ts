import type { Announced } from '../site/announced.js';
import type { PlatformProfile } from './platform-profile.js';

/** The ids of the capabilities that both sides have in the same version (UCP, Intersection Algorithm). */
export function activeCapabilities(
  announced: readonly Announced[],
  { capabilities }: Pick<PlatformProfile, 'capabilities'>,
): ReadonlySet<string> {
  let common = announced.filter(({ name, version }) => capabilities.get(name)?.has(version));
  // An extension that extends one that was removed goes with it, and so on.
  for (let before = -1; before !== common.length; ) {
    before = common.length;
    common = common.filter((one) => hasParent(one, common));
  }
  return new Set(common.map(({ id }) => id));
}

function hasParent({ extends: parents }: Announced, among: readonly Announced[]): boolean {
  return parents === undefined || among.some(({ id }) => parents.includes(id));
}
