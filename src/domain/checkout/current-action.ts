import { createHash } from 'node:crypto';
import type { Attempt, PendingAction } from './checkout.js';

/** An action that a payment waits for now. Other work for the buyer has another id. */
export type CurrentAction = PendingAction & { readonly id: string };

/** Returns the action that an attempt waits for; `undefined` if there is none, or if the attempt is being voided. */
export function currentAction({ id, action, voiding }: Attempt): CurrentAction | undefined {
  if (!action || voiding) return undefined;
  const work = action.type === 'redirect' ? action.url : Object.entries(action.data).toSorted();
  const hash = createHash('sha256')
    .update(JSON.stringify([id, work]))
    .digest('hex');
  return { ...action, id: `act_${hash.slice(0, 24)}` };
}
