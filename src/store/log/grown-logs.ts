import { portions } from '../../domain/values/portions.js';
import type { LogRefusal } from '../../ports.js';
import type { LogSigning } from './log-signing.js';

/** Logs that are noted under one lock. */
const AT_ONCE = 100;

/** The logs that this process has appended to. What was rolled back may be among them. */
export class GrownLogs {
  private readonly ids = new Set<string>();

  add(organizationId: string): void {
    this.ids.add(organizationId);
  }

  /**
   * Notes how large each is, if it is not noted yet. Answers why logs were refused.
   * @throws PortalError `unavailable` when other processes are noting all the time; then they are noted the next time
   */
  async note(signing: LogSigning): Promise<readonly LogRefusal[]> {
    const refused: LogRefusal[] = [];
    for (const ids of portions([...this.ids], AT_ONCE)) {
      for (const id of ids) this.ids.delete(id);
      try {
        refused.push(...(await signing.note(ids)));
      } catch (error) {
        for (const id of ids) this.ids.add(id);
        throw error;
      }
    }
    return refused;
  }
}
