import type { FileDifference } from '../ports.js';

/** What a process has of its own. */
export interface ProcessFiles {
  /** The same for all processes on one machine, also in containers. */
  readonly machine: string;
  /** The name of the machine or the container. */
  readonly host: string;
  /** The mark in its folder of pictures; null = it could not be given one, undefined = it is not compared. */
  readonly media?: string | null;
  /** The mark in its file of what was signed; null = there is no such file. */
  readonly signed: string | null;
}

type Code = Exclude<FileDifference['code'], 'log_key_differs'>;

const SAID: Readonly<Record<Code, readonly [text: (host: string) => string, fix: string]>> = {
  media_differs: [
    (host) => `the folder of pictures is not that of the portal on ${host}`,
    'let PORTAL_MEDIA of all portals be one folder, on storage that all of them reach',
  ],
  log_signed_differs: [
    (host) => `the file of what was signed is not that of the portal on ${host}, which is the same machine`,
    'let PORTAL_LOG_SIGNED of all portals on this machine be one file',
  ],
  log_signed_shared: [
    (host) => `the file of what was signed is that of the portal on ${host}, which is another machine`,
    'give each machine a file of its own (PORTAL_LOG_SIGNED): one on a network drive, or copied, does not do',
  ],
};

/** How these files do not fit those of others, each kind once. */
export function differencesOf(own: ProcessFiles, others: readonly ProcessFiles[]): readonly FileDifference[] {
  const found = new Map<Code, FileDifference>();
  for (const other of others)
    for (const code of codesOf(own, other)) {
      const { host } = other;
      const [text, fix] = SAID[code];
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
