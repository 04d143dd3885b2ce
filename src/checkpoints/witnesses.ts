import { hasQuorum, type Policy } from '../attestation/policy.js';
import { faultFields, type Log } from '../log.js';
import type { Clock } from '../ports.js';
import type { Tracing } from '../tracing/tracing.js';
import { isRecent } from './recent.js';
import { cosignatureFrom, type Submission, type Witness, WitnessFault } from './witness-client.js';

/** Pause after a witness could not be reached or sent an unusable response. */
const BACKOFF_MS = 10_000;

export interface WitnessSettings {
  readonly policy: Policy;
  /** True to hide checkpoints without a quorum (fail closed). */
  readonly required: boolean;
}

interface Cosignatures {
  /** New lines, by the policy names of the witnesses. */
  readonly lines: ReadonlyMap<string, string>;
  /** True if these and the earlier cosignatures form a quorum. */
  readonly isQuorum: boolean;
}

/** The witnesses that cosign this portal's logs. */
export class Witnesses {
  readonly required: boolean;
  private readonly policy: Policy;
  private readonly witnesses: readonly Witness[];
  private readonly clock: Clock;
  private readonly log: Log;
  private readonly tracing: Tracing | undefined;
  /** Time at which each witness last was unusable. */
  private readonly restingSince = new Map<string, number>();

  constructor({ policy, required }: WitnessSettings, clock: Clock, log: Log, tracing?: Tracing) {
    this.policy = policy;
    this.required = required;
    this.clock = clock;
    this.log = log;
    this.tracing = tracing;
    this.witnesses = [...policy.witnesses].flatMap(([name, { verifier, url }]) =>
      url === undefined ? [] : [{ name, verifier, url }],
    );
  }

  /** True while every witness is in the pause after it was unusable. */
  areResting(): boolean {
    return this.witnesses.every(({ name }) => this.isResting(name));
  }

  private hasQuorum(names: Iterable<string>): boolean {
    return hasQuorum(this.policy, new Set(names));
  }

  /**
   * Requests the missing cosignatures concurrently, until there is a quorum or all witnesses have responded. Failures
   * are logged. `lastSizes` has the last size that each witness is known to have cosigned.
   */
  async collectCosignatures(
    submission: Submission,
    lastSizes: Readonly<Record<string, number>>,
  ): Promise<Cosignatures> {
    const lines = new Map<string, string>();
    const before = this.witnesses.map(({ name }) => name).filter((name) => lastSizes[name] === submission.size);
    const isQuorum = () => this.hasQuorum([...before, ...lines.keys()]);
    const asked = this.witnesses.filter(({ name }) => !before.includes(name) && !this.isResting(name));
    await new Promise<void>((resolve) => {
      const all = asked.map(async (witness) => {
        const line = await this.lineOf(witness, submission, lastSizes[witness.name] ?? 0);
        if (line !== undefined) lines.set(witness.name, line);
        if (this.policy.quorum !== undefined && isQuorum()) resolve();
      });
      void Promise.all(all).then(() => resolve());
    });
    return { lines: new Map(lines), isQuorum: isQuorum() };
  }

  private async lineOf(witness: Witness, submission: Submission, lastSize: number): Promise<string | undefined> {
    try {
      const ask = () => cosignatureFrom(witness, submission, lastSize);
      return await (this.tracing ? this.tracing.span('ask witness', { 'portal.witness': witness.name }, ask) : ask());
    } catch (error) {
      const kind = error instanceof WitnessFault ? error.kind : 'unusable';
      const fields = { about: submission.origin, witness: witness.name, ...faultFields(error) };
      if (kind === 'conflict') this.log.error('witness_conflict', fields);
      else if (kind === 'overtaken') this.log.debug('witness', fields);
      else this.log.warn('witness', fields);
      if (kind === 'unusable') this.restingSince.set(witness.name, this.clock.now());
      return undefined;
    }
  }

  private isResting(name: string): boolean {
    const since = this.restingSince.get(name);
    return since !== undefined && isRecent(since, this.clock.now(), BACKOFF_MS);
  }
}
