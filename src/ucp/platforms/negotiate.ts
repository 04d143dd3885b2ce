import type { Capability } from '../capabilities.js';
import type { ProtocolVersion } from '../versions/version.js';
import type { PlatformProfile } from './platform-profile.js';

/** The names of the capabilities that both sides have, at the version of the protocol (UCP, Intersection Algorithm). */
export function activeCapabilities(
  version: Pick<ProtocolVersion, 'date' | 'capabilities'>,
  { capabilities }: Pick<PlatformProfile, 'capabilities'>,
): ReadonlySet<string> {
  let common = version.capabilities.filter(({ name }) => capabilities.get(name)?.has(version.date));
  // An extension that extends one that was removed goes with it, and so on.
  for (let before = -1; before !== common.length; ) {
    before = common.length;
    common = common.filter((one) => hasParent(one, common));
  }
  return new Set(common.map(({ name }) => name));
}

function hasParent({ extends: parents }: Capability, among: readonly Capability[]): boolean {
  return parents === undefined || among.some(({ name }) => parents.includes(name));
}
