import { execFileSync, spawnSync } from 'node:child_process';
import { openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Disk faults, each with the letter that selects it in the layer. */
export const DISK_FAULTS = {
  none: 'n',
  'full disk': 'f',
  'read-only disk': 'r',
  'I/O errors': 'i',
  'some I/O errors': 's',
  'reads that fail': 'e',
} as const;
export type DiskFault = keyof typeof DISK_FAULTS;

/** A layer between a program and its C library. It simulates disk faults of the files below a folder. */
export interface DiskLayer {
  /** Environment that loads the layer into a program. */
  readonly env: Readonly<Record<string, string>>;
  set(fault: DiskFault): void;
}

/** Returns a requirement of the layer that this machine lacks, or `undefined` if it lacks none. */
export function lackingForLayer(): string | undefined {
  if (process.platform !== 'linux') return 'Linux';
  return spawnSync('cc', ['--version']).error ? 'a C compiler, cc' : undefined;
}

/**
 * Compiles the layer. `folder`: its files get the faults. `beside`: a folder for the layer's own files, which get none.
 * @throws Error with the compiler's output
 */
export function diskLayer(folder: string, beside: string): DiskLayer {
  const [library, control] = [join(beside, 'layer.so'), join(beside, 'fault')];
  const source = join(import.meta.dirname, 'disk-layer.c');
  execFileSync('cc', ['-O1', '-shared', '-fPIC', '-o', library, source, '-ldl'], { stdio: 'pipe' });
  // The file is written in place, since the layer maps its first byte into memory.
  const file = openSync(control, 'w');
  const set = (fault: DiskFault) => void writeSync(file, DISK_FAULTS[fault], 0);
  set('none');
  return { env: { LD_PRELOAD: library, DISK_FAULT_FOLDER: folder, DISK_FAULT_CONTROL: control }, set };
}
