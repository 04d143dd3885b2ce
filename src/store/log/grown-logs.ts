import { splitIntoPortions } from '../../domain/values/portions.js';
import type { LogRefusal } from '../../ports.js';
import type { LogSigning } from './log-signing.js';

const MAX_LOGS_PER_LOCK = 100;

/** Logs to which this process has appended since they were last recorded, even if the append was rolled back. */
export class GrownLogs {
  private readonly ids = new Set<string>();

  add(organizationId: string): void {
    this.ids.add(organizationId);
  }

  /**
   * Records the size of each log in the signed heads, and returns a `LogRefusal` for each log that cannot be signed.
   * @throws PortalError `unavailable` if other processes hold the lock for too long; the next call retries
   */
  async record(signing: LogSigning): Promise<readonly LogRefusal[]> {
    const refused: LogRefusal[] = [];
    for (const ids of splitIntoPortions([...this.ids], MAX_LOGS_PER_LOCK)) {
      for (const id of ids) this.ids.delete(id);
      try {
        refused.push(...(await signing.recordHeads(ids)));
      } catch (error) {
        for (const id of ids) this.ids.add(id);
        throw error;
      }
    }
    return refused;
  }
}
