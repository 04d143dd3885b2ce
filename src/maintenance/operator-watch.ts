import { publicationId } from '../domain/receipt/log-checkpoint.js';
import type { Clock, Rows, Store } from '../ports.js';

/** Time for which the witnesses may not cosign a log, before the operator gets a notice. */
const WITNESS_LIMIT_MS = 60 * 60 * 1000;
/** Maximum logs that are watched. */
const MAX_LOGS = 1_000;
const HOUR_MS = 60 * 60 * 1000;

/** Something that only the operator can fix. */
export type OperatorProblem =
  | { readonly kind: 'backup_overdue'; readonly folder: string; readonly since: number | undefined }
  | { readonly kind: 'witness_overdue'; readonly logs: number };

export interface WatchDeps {
  readonly store: Pick<Store, 'read' | 'due'>;
  readonly clock: Clock;
  /** Folder of the backups; `undefined` if their age is not checked. */
  readonly backups: { readonly folder: string; readonly hours: number; newest(): number | undefined } | undefined;
  /** True if public logs have witnesses. */
  readonly hasWitnesses: boolean;
}

/** Finds problems of the operator. A backup is overdue by its age, a witness by how long this process has waited. */
export class OperatorWatch {
  private readonly deps: WatchDeps;
  /** For each log with missing cosignatures, its witnessed size and since when it has not changed. */
  private unwitnessed = new Map<string, { readonly size: number; readonly since: number }>();

  constructor(deps: WatchDeps) {
    this.deps = deps;
  }

  async problems(): Promise<readonly OperatorProblem[]> {
    return [...this.backupProblem(), ...(this.deps.hasWitnesses ? await this.witnessProblem() : [])];
  }

  private backupProblem(): OperatorProblem[] {
    const { backups, clock } = this.deps;
    if (!backups) return [];
    const { folder, hours } = backups;
    const since = backups.newest();
    if (since !== undefined && clock.now() - since <= hours * HOUR_MS) return [];
    return [{ kind: 'backup_overdue', folder, since }];
  }

  private async witnessProblem(): Promise<OperatorProblem[]> {
    const { store, clock } = this.deps;
    const now = clock.now();
    const ids = await store.due('unwitnessed_logs', now, MAX_LOGS);
    const sizes = await store.read((rows) => ids.map((id) => [id, witnessedSize(rows, id)] as const));
    this.unwitnessed = new Map(
      sizes.map(([id, size]) => {
        const known = this.unwitnessed.get(id);
        return [id, known?.size === size ? known : { size, since: now }];
      }),
    );
    const logs = [...this.unwitnessed.values()].filter(({ since }) => now - since >= WITNESS_LIMIT_MS).length;
    return logs === 0 ? [] : [{ kind: 'witness_overdue', logs }];
  }
}

function witnessedSize(rows: Rows, organizationId: string): number {
  const { epoch } = rows.logHead(organizationId);
  return rows.get('log_publication', publicationId(organizationId, epoch))?.witnessed_size ?? 0;
}
