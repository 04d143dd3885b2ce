import { rolldown } from 'rolldown';
import { writeAsAscii } from './ascii.mjs';
import { licenses } from './licenses.mjs';
import { PROGRAM, ROOT } from './project.mjs';

/** Bundles the program with all that it imports, but for the native better-sqlite3. */
export async function bundle() {
  const program = await rolldown({
    cwd: ROOT,
    input: 'src/main.ts',
    platform: 'node',
    external: ['better-sqlite3', 'pg-native'],
    plugins: [licenses('third-party-licenses.txt')],
  });
  await program.write({
    file: PROGRAM,
    format: 'esm',
    codeSplitting: false,
    comments: false,
    sourcemap: true,
    // The places are enough for stacks (src/source-lines.ts).
    sourcemapExcludeSources: true,
  });
  await program.close();
  writeAsAscii(`${ROOT}${PROGRAM}`);
}
