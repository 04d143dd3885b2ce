import type { SignedReceipt } from '../../../src/receipts.js';
import { volume } from '../../support/volume.js';
import { type Parties, receiptOf, type Signer } from '../receipts/signer.js';

/** Number of distinct jobs. The first receipt of a job determines its outcome. */
const JOBS = volume(300, 3_000, 900);
/**
 * Number of submissions of each of ten jobs; the pattern repeats. The jobs in CONTRADICTED are also submitted once with
 * another outcome.
 */
const OFTEN = [1, 1, 1, 1, 1, 2, 2, 3, 1, 1];
const CONTRADICTED = new Set([8, 9]);
export const SUBMISSIONS = volume(500, 5_000, 1_500);

/**
 * Returns the receipts in sending order, with repeats and conflicting outcomes for some jobs. Copies are close together
 * so that they overlap in flight.
 */
export function planned(signer: Signer, agents: readonly Parties[]): readonly SignedReceipt[] {
  const told = Array.from({ length: JOBS }, (_, job) => tellings(signer, agents, job)).flat();
  const again = told.slice(0, SUBMISSIONS - told.length);
  return shuffledNearby([...told, ...again]);
}

/** Returns all submissions of one job. Both agents use the same job ids, but their jobs are distinct. */
function tellings(signer: Signer, agents: readonly Parties[], job: number): SignedReceipt[] {
  const parties = agents[job % agents.length];
  if (!parties) throw new Error('no agent');
  const name = `job-${Math.floor(job / agents.length)}`;
  const signed = signer.sign(receiptOf(parties, name));
  const copies = Array.from({ length: OFTEN[job % OFTEN.length] ?? 1 }, () => signed);
  if (!CONTRADICTED.has(job % OFTEN.length)) return copies;
  return [...copies, signer.sign(receiptOf(parties, name, { resolution: 'failure' }))];
}

/** Only submissions that are closer than this are swapped. */
const NEARBY = 24;

/** Shuffles deterministically. */
function shuffledNearby<T>(values: readonly T[]): T[] {
  const shuffled = [...values];
  let state = 1;
  for (let index = shuffled.length - 1; index > 0; index -= 1) {
    state = (state * 48_271) % 2_147_483_647;
    const other = Math.max(0, index - (state % NEARBY));
    [shuffled[index], shuffled[other]] = [shuffled[other] as T, shuffled[index] as T];
  }
  return shuffled;
}
