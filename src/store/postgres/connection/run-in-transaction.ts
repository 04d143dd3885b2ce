import type { Session } from './session.js';

/**
 * Runs `work` in a transaction that `begin` begins, and rolls it back if one of them fails.
 * @throws any error of `begin` or `work`, or of COMMIT, after which the outcome may be unknown
 */
export async function runInTransaction<R>(
  session: Session,
  begin: () => Promise<unknown>,
  work: () => Promise<R>,
): Promise<R> {
  try {
    await begin();
    const result = await work();
    await session.run('COMMIT');
    return result;
  } catch (error) {
    await session.run('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
