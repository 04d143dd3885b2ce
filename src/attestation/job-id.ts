/** Characters that change how a text reads without being seen: bidi controls, zero-width characters, tags and the like. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Describes why a new receipt must not have this `job_id`; `undefined` if it may. A job has one receipt, so two ids must
 * not look the same. Receipts that were accepted before this rule stay valid.
 */
export function jobIdFault(jobId: string): string | undefined {
  if (INVISIBLE.test(jobId)) return 'must not have bidi controls or zero-width characters';
  return jobId.normalize('NFC') === jobId ? undefined : 'must be in Unicode normalization form NFC';
}
