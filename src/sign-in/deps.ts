import type { Clock, Ids, Store } from '../ports.js';

export interface SignInDeps {
  readonly store: Pick<Store, 'read' | 'update' | 'secret' | 'sealing'>;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Key of the names of mail receivers; `undefined` if the portal sends no mail. */
  readonly mailSecret: Buffer | undefined;
}
