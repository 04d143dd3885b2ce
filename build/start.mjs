import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { driverProblem } from './driver.mjs';
import { CANNOT_BUILD, canBuild, fail, PROGRAM, ROOT } from './project.mjs';

/** The first step of `npm start`: builds the program if possible, and checks that it can run. */

if (canBuild()) {
  const { status } = spawnSync(process.execPath, ['build/build.mjs'], { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
} else if (!existsSync(`${ROOT}${PROGRAM}`)) {
  fail(`it is not built, and ${CANNOT_BUILD}`);
}
const problem = driverProblem(ROOT);
if (problem !== undefined) fail(problem);
