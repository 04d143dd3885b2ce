import { rolldown } from 'rolldown';
import { writeAsAscii } from './ascii.mjs';
import { describePackages } from './bundled-packages.mjs';
import { licensesText } from './licenses.mjs';
import { PROGRAM, ROOT } from './project.mjs';
import { sbomText } from './sbom.mjs';

const EXTERNAL = new Set(['better-sqlite3', 'pg-native']);

/**
 * What is not in the bundle. The packages for traces are what is installed beside the program; prom-client has the API of its own.
 * @param {string} id
 * @param {string | undefined} importer
 */
function isExternal(id, importer) {
  return EXTERNAL.has(id) || (id.startsWith('@opentelemetry/') && importer?.includes('/src/tracing/') === true);
}

/** Bundles the program with all that it imports, but for the native better-sqlite3, and the packages for traces, which few install. */
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
    // White space is read at every start. Names stay, for stacks.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    sourcemap: true,
    // The places are enough for stacks (src/source-lines.ts).
    sourcemapExcludeSources: true,
  });
  await program.close();
  writeAsAscii(`${ROOT}${PROGRAM}`);
}
