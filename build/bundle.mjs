import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import { writeAsAscii } from './ascii.mjs';
import { describePackages } from './bundled-packages.mjs';
import { licensesText } from './licenses.mjs';
import { PROGRAM, ROOT } from './project.mjs';
import { sbomText } from './sbom.mjs';

const FOLDER = join(ROOT, dirname(PROGRAM));
const MAIN = basename(PROGRAM);
/** Matches the program, its chunks, and their source maps. */
const PROGRAM_FILE = /^portal(?:-.+)?\.js(?:\.map)?$/;

const EXTERNAL = new Set(['better-sqlite3', 'pg-native']);

/**
 * True for modules that stay outside the bundle. The OpenTelemetry packages that src/tracing imports are among them,
 * since users install these beside the program. The OpenTelemetry API that prom-client imports is bundled.
 * @param {string} id
 * @param {string | undefined} importer
 */
function isExternal(id, importer) {
  return EXTERNAL.has(id) || (id.startsWith('@opentelemetry/') && importer?.includes('/src/tracing/') === true);
}

/**
 * Bundles the program with everything it imports, except native packages and the tracing packages, which few users
 * install. What only some commands import is in chunks beside it: V8 keeps the text of all code that it has loaded, and
 * the memory in which it has parsed the largest file. A chunk's name has a hash of its content, so that no process loads
 * a chunk of another build.
 */
export async function bundle() {
  const program = await rolldown({
    cwd: ROOT,
    input: 'src/main.ts',
    platform: 'node',
    external: isExternal,
    plugins: [describePackages({ 'third-party-licenses.txt': licensesText, 'sbom.cdx.json': sbomText })],
  });
  const { output } = await program.write({
    dir: FOLDER,
    entryFileNames: MAIN,
    chunkFileNames: 'portal-[name]-[hash].js',
    format: 'esm',
    comments: false,
    // White space would be read at every start. Names are kept for stacks.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    sourcemap: true,
    // Positions are enough for stacks (src/source-lines.ts).
    sourcemapExcludeSources: true,
  });
  await program.close();
  const written = new Set(output.map(({ fileName }) => fileName));
  for (const { type, fileName } of output) if (type === 'chunk') writeAsAscii(join(FOLDER, fileName));
  for (const name of readdirSync(FOLDER)) if (PROGRAM_FILE.test(name) && !written.has(name)) rmSync(join(FOLDER, name));
}
