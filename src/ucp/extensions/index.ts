import type { ProtocolVersion } from '../versions/version.js';
import { attestation } from './attestation.js';
import { lineProperties } from './line-properties.js';
import { orderActions } from './order-actions.js';
import type { OwnExtension } from './own-extension.js';

/** The portal's own extensions. */
export const OWN_EXTENSIONS: readonly OwnExtension[] = [lineProperties, orderActions, attestation];

/**
 * Extensions available in a version. In 2026-01-11 there are none, since a host cannot verify extension names there.
 */
export function listExtensions({ isEarly }: Pick<ProtocolVersion, 'isEarly'>): readonly OwnExtension[] {
  return isEarly ? [] : OWN_EXTENSIONS;
}
