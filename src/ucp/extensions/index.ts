import type { ProtocolVersion } from '../versions/version.js';
import { attestation } from './attestation.js';
import { lineProperties } from './line-properties.js';
import { orderActions } from './order-actions.js';
import type { OwnExtension } from './own-extension.js';

/** The portal's own extensions. */
export const OWN_EXTENSIONS: readonly OwnExtension[] = [lineProperties, orderActions, attestation];

/** Extensions of a version: 2026-01-11 has no extension names that a host can verify. */
export function listExtensions({ isEarly }: Pick<ProtocolVersion, 'isEarly'>): readonly OwnExtension[] {
  return isEarly ? [] : OWN_EXTENSIONS;
}
