/** The operation needs a capability that the platform does not have: an outcome, and no error of the call (UCP, Error Handling). */
export class CapabilitiesIncompatible extends Error {
  override readonly name = 'CapabilitiesIncompatible';
}
