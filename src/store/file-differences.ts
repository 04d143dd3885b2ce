import type { FileDifference } from '../ports.js';

/** Marks of a process's files, to compare with those of other processes. */
export interface ProcessFiles {
  /** Equal for all processes on one machine, even in containers. */
  readonly machine: string;
  /** Name of the machine or container. */
  readonly host: string;
  /** Mark in the picture folder; `null` if none could be written, `undefined` to skip the comparison. */
  readonly media?: string | null;
  /** Mark in the file of signed heads; `null` if the file does not exist. */
  readonly signed: string | null;
}

type Code = Exclude<FileDifference['code'], 'log_key_differs'>;

const TEXTS: Readonly<Record<Code, readonly [text: (host: string) => string, fix: string]>> = {
  media_differs: [
    (host) => `the folder of pictures is not that of the portal on ${host}`,
    'set PORTAL_MEDIA of all portals to one folder, on storage that all of them can use',
  ],
  log_signed_differs: [
    (host) => `the file of signed heads is not that of the portal on ${host}, which is the same machine`,
    'set PORTAL_LOG_SIGNED of all portals on this machine to one file',
  ],
  log_signed_shared: [
    (host) => `the file of signed heads is that of the portal on ${host}, which is another machine`,
    'give each machine its own file (PORTAL_LOG_SIGNED), neither copied nor on a network drive',
  ],
};

/** Lists the differences between these files and those of other processes, each kind once. */
export function findFileDifferences(own: ProcessFiles, others: readonly ProcessFiles[]): readonly FileDifference[] {
  const found = new Map<Code, FileDifference>();
  for (const other of others)
    for (const code of codesOf(own, other)) {
      const { host } = other;
      const [text, fix] = TEXTS[code];
      if (!found.has(code)) found.set(code, { code, host, text: text(host), fix });
    }
  return [...found.values()];
}

function codesOf(own: ProcessFiles, other: ProcessFiles): Code[] {
  const media = own.media !== undefined && own.media !== other.media ? (['media_differs'] as const) : [];
  return [...media, ...signedCodes(own, other)];
}

function signedCodes(own: ProcessFiles, other: ProcessFiles): Code[] {
  if (own.signed === null || other.signed === null) return [];
  const [isSameFile, isSameMachine] = [own.signed === other.signed, own.machine === other.machine];
  if (isSameFile === isSameMachine) return [];
  return isSameMachine ? ['log_signed_differs'] : ['log_signed_shared'];
}
