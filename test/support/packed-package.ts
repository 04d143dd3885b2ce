import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/package-root.js';

/** Installs the package in projects as its users do, but without the registry. */

/** Packs the existing build as it would be published, into an empty folder. Returns the file. */
export function packPackage(folder: string): string {
  const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
  execFileSync('npm', args, { cwd: PACKAGE_ROOT, stdio: 'ignore' });
  const [file] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  if (!file) throw new Error('nothing was packed');
  return join(folder, file);
}

/** Unpacks the package into a project. */
export function unpackInto(project: string, packed: string): void {
  const home = join(project, 'node_modules', 'commerce-portal');
  mkdirSync(home, { recursive: true });
  execFileSync('tar', ['-xzf', packed, '-C', home, '--strip-components', '1']);
}

/** Creates links in a project to packages that are installed in this repository. */
export function linkPackages(project: string, names: readonly string[]): void {
  for (const name of names) {
    const at = join(project, 'node_modules', name);
    mkdirSync(dirname(at), { recursive: true });
    symlinkSync(join(PACKAGE_ROOT, 'node_modules', name), at);
  }
}
