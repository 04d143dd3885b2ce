import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const INTRO = `Packages whose code is in portal.js and its chunks, each under its own license.
`;

/**
 * Builds the text with the licenses of packages.
 * @param {ReadonlySet<string>} homes folders of the packages
 */
export function licensesText(homes) {
  const sections = [...homes].map((home) => {
    const { name, version, license } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
    return `${'='.repeat(80)}\n${name} ${version}, ${license}\n\n${licenseOf(home, license)}`;
  });
  // Several copies of a package have the same section, which is included once.
  return [INTRO, ...[...new Set(sections)].sort()].join('\n');
}

/**
 * @param {string} home
 * @param {string} license as in its package.json
 * @throws Error if a package ships no license text, unless its license is Apache-2.0, like the portal's
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
 * Finds the license of a package that has it as the last section of its README.
 * @param {string} home
 */
function licenseInReadme(home) {
  const readme = join(home, 'README.md');
  const section = existsSync(readme) && readFileSync(readme, 'utf8').match(/^#+ *licen[cs]e\s+(?<text>[\s\S]+)/im);
  const text = section ? section.groups?.text?.trim() : undefined;
  return text !== undefined && /copyright/i.test(text) ? `${text}\n` : undefined;
}
