import type { Store } from '../ports.js';

/** Keys from which the ids of persons and of mail receivers are derived. */
export interface EraserSecrets {
  readonly people: Buffer;
  readonly mail: Buffer;
}

export function eraserSecrets(store: Pick<Store, 'secret'>): EraserSecrets {
  return { people: store.secret('people'), mail: store.secret('mail') };
}
