import { oncePer } from '../../domain/values/once-per.js';
import type { Announced } from '../site/announced.js';
import type { PlatformProfile } from './platform-profile.js';

/**
 * The ids of the capabilities that both sides have in the same version (UCP, Intersection Algorithm). Both sides stay the same
 * objects from call to call, so each two are compared once.
 */
export const activeCapabilities = oncePer((announced: readonly Announced[]) =>
  oncePer((profile: Pick<PlatformProfile, 'capabilities'>) => common(announced, profile)),
);

function common(
  announced: readonly Announced[],
  { capabilities }: Pick<PlatformProfile, 'capabilities'>,
): ReadonlySet<string> {
  let shared = announced.filter(({ name, version }) => capabilities.get(name)?.has(version));
  // An extension that extends one that was removed goes with it, and so on.
  for (let before = -1; before !== shared.length; ) {
    before = shared.length;
    shared = shared.filter((one) => hasParent(one, shared));
  }
  return new Set(shared.map(({ id }) => id));
}

function hasParent({ extends: parents }: Announced, among: readonly Announced[]): boolean {
  return parents === undefined || among.some(({ id }) => parents.includes(id));
}
