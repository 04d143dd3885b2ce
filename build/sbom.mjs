import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from './project.mjs';

/**
 * Builds a CycloneDX 1.6 bill of materials of everything in the bundle, since scanners of an installed copy see only
 * the declared dependencies. It has no time and no serial number, so that builds are reproducible.
 * @param {ReadonlySet<string>} homes folders of the packages
 */
export function sbomText(homes) {
  const components = [...homes].map(componentOf).sort(byReference);
  return `${JSON.stringify(bomOf(uniqueComponents(components)), null, 2)}\n`;
}

/** @typedef {ReturnType<typeof componentOf>} Component */

/** @param {readonly Component[]} components */
function bomOf(components) {
  const { name, version, license } = readJson(join(ROOT, 'package.json'));
  const reference = purlOf(name, version);
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': reference,
        name,
        version,
        licenses: [{ expression: license }],
        purl: reference,
      },
    },
    components,
    dependencies: [{ ref: reference, dependsOn: components.map((component) => component['bom-ref']) }],
  };
}

const { packages: LOCKED } = readJson(join(ROOT, 'package-lock.json'));

/** @param {string} home the folder of the package */
function componentOf(home) {
  const { name, version, license } = readJson(join(home, 'package.json'));
  const [scope, short] = name.startsWith('@') ? name.split('/') : [undefined, name];
  const hashes = hashesOf(LOCKED[relative(ROOT, home).replaceAll('\\', '/')]?.integrity);
  return {
    type: 'library',
    'bom-ref': purlOf(name, version),
    ...(scope && { group: scope }),
    name: short,
    version,
    ...(hashes && { hashes }),
    licenses: [{ expression: license }],
    purl: purlOf(name, version),
  };
}

/**
 * Returns the hash of the package's tarball.
 * @param {string | undefined} integrity as in the lock file
 */
function hashesOf(integrity) {
  if (!integrity?.startsWith('sha512-')) return undefined;
  return [{ alg: 'SHA-512', content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex') }];
}

/**
 * @param {string} name
 * @param {string} version
 */
function purlOf(name, version) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/**
 * @param {Component} one
 * @param {Component} other
 */
function byReference(one, other) {
  return one.purl < other.purl ? -1 : 1;
}

/**
 * Lists a package once, even if the same version is installed twice.
 * @param {readonly Component[]} components
 */
function uniqueComponents(components) {
  return [...new Map(components.map((component) => [component.purl, component])).values()];
}

/** @param {string} path */
function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}
