import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATIONS } from '../operations/index.js';
import { PACKAGE_ROOT } from '../package-root.js';
import { generatedFiles } from './generated-files.js';

for (const [path, content] of await generatedFiles(OPERATIONS)) {
  writeFileSync(join(PACKAGE_ROOT, path), content);
  process.stdout.write(`${path}\n`);
}
