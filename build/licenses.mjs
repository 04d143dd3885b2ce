import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './project.mjs';

const INTRO = `Packages whose code is in portal.js, each under its own license.
`;

/** Packages whose data is in a module that was generated from them (src/docs/region-table.ts). */
const IN_DATA = ['iso-3166', 'cldr-subdivisions-full'];

/** Packages that a package has bundled itself are named in the comments of its bundler. */
const INSIDE = /^\s*\/\/#region .*\/node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//gm;

/**
 * A plugin that ships the licenses of everything in the bundle.
 * @param {string} fileName
 * @returns {import('rolldown').Plugin}
 */
export function licenses(fileName) {
  return {
    name: 'licenses',
    generateBundle(_options, output) {
      const files = Object.values(output).flatMap((one) => (one.type === 'chunk' ? Object.keys(one.modules) : []));
      this.emitFile({ type: 'asset', fileName, source: textOf(packagesOf(files)) });
    },
  };
}

/**
 * The folders of the packages that the files are of.
 * @param {readonly string[]} files
 */
function packagesOf(files) {
  const foreign = files.filter((file) => file.includes('/node_modules/') && existsSync(file));
  const inside = foreign.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(INSIDE)].map(([, name = '']) => join(ROOT, 'node_modules', name)),
  );
  const data = IN_DATA.map((name) => join(ROOT, 'node_modules', name));
  return new Set([...foreign.map(homeOf), ...inside, ...data]);
}

/**
 * The nearest folder above whose package.json has a name: some packages have one without, for the kind of their modules.
 * @param {string} file
 * @returns {string}
 */
function homeOf(file) {
  const folder = dirname(file);
  const manifest = join(folder, 'package.json');
  return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).name ? folder : homeOf(folder);
}

/** @param {ReadonlySet<string>} homes */
function textOf(homes) {
  const sections = [...homes].map((home) => {
    const { name, version, license } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
    return `${'='.repeat(80)}\n${name} ${version}, ${license}\n\n${licenseOf(home, license)}`;
  });
  // Several copies of a package say it once.
  return [INTRO, ...[...new Set(sections)].sort()].join('\n');
}

/**
 * @param {string} home
 * @param {string} license as its package.json names it
 * @throws Error when a package ships no license text, and ours is another
 */
function licenseOf(home, license) {
  const files = readdirSync(home).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  if (files.length === 0 && license === 'Apache-2.0') return 'The text is in LICENSE.\n';
  if (files.length > 0) return files.map((file) => `${readFileSync(join(home, file), 'utf8').trim()}\n`).join('\n');
  const text = licenseInReadme(home);
  if (text === undefined) throw new Error(`${home} has no license text to ship`);
  return text;
}

/**
 * Some packages have their license as the last section of the README.
 * @param {string} home
 */
function licenseInReadme(home) {
  const readme = join(home, 'README.md');
  const section = existsSync(readme) && readFileSync(readme, 'utf8').match(/^#+ *licen[cs]e\s+(?<text>[\s\S]+)/im);
  const text = section ? section.groups?.text?.trim() : undefined;
  return text !== undefined && /copyright/i.test(text) ? `${text}\n` : undefined;
}
