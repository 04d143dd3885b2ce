import { AttestationError } from './attestation-error.js';
import { COSIGNATURE, type NoteVerifier, readVkey } from './note.js';

/** Trusted logs and witnesses (C2SP tlog-policy). */
export interface Policy {
  readonly logs: readonly PolicyKey[];
  /** Witnesses by their names in the policy. */
  readonly witnesses: ReadonlyMap<string, PolicyKey>;
  /** Groups by their names in the policy. */
  readonly groups: ReadonlyMap<string, PolicyGroup>;
  /** Name of the witness or group that must have cosigned; `undefined` if no cosignature is required. */
  readonly quorum: string | undefined;
}

export interface PolicyKey {
  readonly verifier: NoteVerifier;
  readonly url: string | undefined;
}

interface PolicyGroup {
  /** Number of members that must have cosigned. */
  readonly threshold: number;
  /** Names of witnesses and other groups. */
  readonly members: readonly string[];
}

const NONE = 'none';
/** Maximum characters of a policy. The specification requires support for 32 logs, witnesses and groups each. */
const MAX_POLICY = 64 * 1024;

/**
 * Parses a policy.
 * @throws AttestationError `invalid_policy` with the line number of the problem
 */
export function readPolicy(text: string): Policy {
  if (text.length > MAX_POLICY) throw invalid('it is longer than 64 KiB');
  const reader = new PolicyReader();
  for (const [index, line] of text.split('\n').entries()) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those that the specification refuses
    if (/[\x00-\x08\x0b-\x1f\x7f]/.test(line)) throw invalid(`line ${index + 1} has a control character`);
    const words = line.split(/[ \t]+/).filter((word) => word !== '');
    if (words.length === 0 || words[0]?.startsWith('#')) continue;
    const fault = errorDetail(() => reader.read(words));
    if (fault !== undefined) throw invalid(`line ${index + 1}: ${fault}`);
  }
  return reader.done();
}

/** True if these witnesses, given by their names in the policy, form a quorum. */
export function hasQuorum({ groups, quorum }: Policy, cosigned: ReadonlySet<string>): boolean {
  const counts = (name: string): boolean => {
    const group = groups.get(name);
    if (!group) return cosigned.has(name);
    return group.members.filter(counts).length >= group.threshold;
  };
  return quorum === undefined || counts(quorum);
}

/** Reads a policy line by line, since lines may only refer to names defined before. */
class PolicyReader {
  private readonly logs: PolicyKey[] = [];
  private readonly witnesses = new Map<string, PolicyKey>();
  private readonly groups = new Map<string, PolicyGroup>();
  private readonly grouped = new Set<string>();
  private quorum: string | undefined;

  /** @throws AttestationError `invalid_policy` */
  read([kind, ...words]: readonly string[]): void {
    if (kind === 'log') this.readLog(words);
    else if (kind === 'witness') this.readWitness(words);
    else if (kind === 'group') this.readGroup(words);
    else if (kind === 'quorum') this.readQuorum(words);
    else throw invalid('the first word must be log, witness, group or quorum');
  }

  done(): Policy {
    const { logs, witnesses, groups, quorum } = this;
    if (quorum === undefined) throw invalid('it has no line with the quorum');
    return { logs, witnesses, groups, quorum: quorum === NONE ? undefined : quorum };
  }

  private readLog([vkey, url, ...more]: readonly string[]): void {
    if (vkey === undefined || more.length > 0) throw invalid('expected: log KEY [URL]');
    const verifier = readVkey(vkey);
    assertNew(verifier, this.logs);
    this.logs.push({ verifier, url });
  }

  private readWitness([name, vkey, url, ...more]: readonly string[]): void {
    if (name === undefined || vkey === undefined || more.length > 0) throw invalid('expected: witness NAME KEY [URL]');
    this.assertFree(name);
    const verifier = readVkey(vkey, COSIGNATURE);
    assertNew(verifier, [...this.witnesses.values()]);
    this.witnesses.set(name, { verifier, url });
  }

  private readGroup([name, least, ...members]: readonly string[]): void {
    if (name === undefined || members.length === 0) throw invalid('expected: group NAME all|any|NUMBER MEMBER…');
    this.assertFree(name);
    for (const member of members) {
      if (!this.isKnown(member)) throw invalid(`${member} is not defined before it`);
      if (this.grouped.has(member)) throw invalid(`${member} is a member of a group already`);
      this.grouped.add(member);
    }
    this.groups.set(name, { threshold: parseThreshold(least, members.length), members });
  }

  private readQuorum([name, ...more]: readonly string[]): void {
    if (name === undefined || more.length > 0) throw invalid('expected: quorum NAME');
    if (this.quorum !== undefined) throw invalid('the policy has a quorum already');
    if (name !== NONE && !this.isKnown(name)) throw invalid(`${name} is not defined before it`);
    this.quorum = name;
  }

  private assertFree(name: string): void {
    if (name === NONE || this.isKnown(name)) throw invalid(`the name ${name} is taken`);
  }

  private isKnown(name: string): boolean {
    return this.witnesses.has(name) || this.groups.has(name);
  }
}

function parseThreshold(text: string | undefined, members: number): number {
  if (text === 'all') return members;
  if (text === 'any') return 1;
  const threshold = /^[1-9]\d{0,3}$/.test(text ?? '') ? Number(text) : 0;
  if (threshold < 1 || threshold > members)
    throw invalid(`the threshold must be all, any or a number from 1 to ${members}`);
  return threshold;
}

/** Rejects a known key, since two names for the same key would count twice. */
function assertNew({ publicKey }: NoteVerifier, known: readonly PolicyKey[]): void {
  if (known.some(({ verifier }) => verifier.publicKey.fingerprint === publicKey.fingerprint))
    throw invalid('another line has this key already');
}

function errorDetail(step: () => void): string | undefined {
  try {
    step();
    return undefined;
  } catch (error) {
    if (error instanceof AttestationError) return error.detail;
    throw error;
  }
}

function invalid(detail: string): AttestationError {
  return new AttestationError('invalid_policy', detail);
}
