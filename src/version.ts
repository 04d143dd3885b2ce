import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from './package-root.js';

const manifest: { readonly version: string } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8'));

/** The version in package.json. */
export const VERSION = manifest.version;

/** Version of the API that the portal implements: that of the API document, not of the program. */
export const API_VERSION = '0.1.1-beta';
