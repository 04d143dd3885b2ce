import { AttestationError } from '../../attestation/attestation-error.js';
import { sameBytes } from '../../attestation/bytes.js';
import { type Checkpoint, openCheckpoint } from '../../attestation/checkpoint.js';
import { openCosigned } from '../../attestation/cosigned-checkpoint.js';
import type { NoteVerifier } from '../../attestation/note.js';
import type { Policy } from '../../attestation/policy.js';
import type { TiledTree } from '../../attestation/tiled-tree.js';
import { pluralize } from '../../domain/values/pluralize.js';
import { type Growth, readGrowth } from './growth.js';
import type { LogFiles } from './log-files.js';
import { MonitorFault } from './outcome-errors.js';

/** Known state of a log: its last checkpoint and the tree of that size. */
export interface KnownLog {
  /** Signed note; `undefined` before the first read. */
  readonly checkpoint: string | undefined;
  readonly tree: TiledTree;
  /** Latest `received_at` of its receipts, in milliseconds; 0 if none is known. */
  readonly received_at: number;
}

/** Result of one reading of a log. */
export interface LogReading extends Growth {
  readonly checkpoint: Checkpoint;
  readonly note: string;
  /** Policy names of the cosigning witnesses. */
  readonly witnesses: readonly string[];
  /** Number of leaves known before this reading. */
  readonly before: number;
}

export interface MonitorOptions {
  readonly log: NoteVerifier;
  /** Policy whose quorum each checkpoint must have; `undefined` requires none. */
  readonly policy: Policy | undefined;
  /** Checkpoints that the log must extend: those that the user kept, and the one in the state file. */
  readonly kept: readonly Checkpoint[];
}

/**
 * Reads the newest checkpoint of a log, and all entries and tiles added since the known state. Returns the new state.
 * @throws MonitorFault when the log provably misbehaved
 * @throws MonitorMiss when the log cannot be read
 */
export async function readLog(
  files: LogFiles,
  known: KnownLog,
  options: MonitorOptions,
): Promise<{ readonly look: LogReading; readonly known: KnownLog }> {
  const note = await files.checkpoint();
  const { checkpoint, witnesses } = opened(note, options);
  const before = known.tree.size;
  if (checkpoint.size < before) {
    throw new MonitorFault(
      `the log has ${pluralize(checkpoint.size, 'leaf', 'leaves')} and had ${before}: it was truncated, or an older copy was put back`,
    );
  }
  const beyond = options.kept.find(({ size }) => size > checkpoint.size);
  if (beyond) {
    throw new MonitorFault(
      `the log has ${pluralize(checkpoint.size, 'leaf', 'leaves')}, and a kept checkpoint ${beyond.size}: it was truncated, or an older copy was put back`,
    );
  }
  const growth = await readGrowth(files, known, checkpoint.size, options.kept);
  if (!sameBytes(growth.tree.root(), checkpoint.root)) {
    throw new MonitorFault(
      before > 0
        ? `the checkpoint of ${checkpoint.size} does not continue the ${pluralize(before, 'leaf', 'leaves')} that were read before: the log shows two histories`
        : `the entries do not lead to the root of the checkpoint of ${checkpoint.size}`,
    );
  }
  const look = { ...growth, checkpoint, note, witnesses, before };
  return { look, known: { checkpoint: note, tree: growth.tree, received_at: growth.received_at } };
}

function opened(note: string, { log, policy }: MonitorOptions) {
  try {
    if (policy === undefined) return { checkpoint: openCheckpoint(note, log), witnesses: [] };
    const { witnesses, ...checkpoint } = openCosigned(note, log, policy);
    return { checkpoint, witnesses };
  } catch (error) {
    if (error instanceof AttestationError) throw new MonitorFault(`the checkpoint is not valid: ${error.detail}`);
    throw error;
  }
}
