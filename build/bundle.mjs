import { rolldown } from 'rolldown';
import { writeAsAscii } from './ascii.mjs';
import { describePackages } from './bundled-packages.mjs';
import { licensesText } from './licenses.mjs';
import { PROGRAM, ROOT } from './project.mjs';
import { sbomText } from './sbom.mjs';

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
 * install.
 */
export async function bundle() {
  const program = await rolldown({
    cwd: ROOT,
    input: 'src/main.ts',
    platform: 'node',
    external: isExternal,
    plugins: [describePackages({ 'third-party-licenses.txt': licensesText, 'sbom.cdx.json': sbomText })],
  });
  await program.write({
    file: PROGRAM,
    format: 'esm',
    codeSplitting: false,
    comments: false,
    // White space would be read at every start. Names are kept for stacks.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    sourcemap: true,
    // Positions are enough for stacks (src/source-lines.ts).
    sourcemapExcludeSources: true,
  });
  await program.close();
  writeAsAscii(`${ROOT}${PROGRAM}`);
}
