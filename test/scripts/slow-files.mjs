import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** Lists the files of a run that took longest: `node test/scripts/slow-files.mjs LOG [COUNT]`, with the run's output. */

const [log, count = '20'] = process.argv.slice(2);
if (log === undefined) {
  process.stderr.write('node test/scripts/slow-files.mjs LOG [COUNT]: the output of npm test or npm run test:gate\n');
  process.exit(2);
}

const LINE = /^ [✓❯×] +(?:(\w+) +)?(test\/\S+) \(\d+ tests?.*\) *(\d+)ms$/;
const files = stripVTControlCharacters(readFileSync(log, 'utf8'))
  .split('\n')
  .flatMap((line) => {
    const [, project = 'tests', file, milliseconds] = LINE.exec(line) ?? [];
    return file === undefined ? [] : [{ project, file, seconds: Number(milliseconds) / 1000 }];
  });

for (const project of new Set(files.map((one) => one.project))) {
  const own = files.filter((one) => one.project === project).sort((one, other) => other.seconds - one.seconds);
  const sum = own.reduce((before, { seconds }) => before + seconds, 0);
  process.stdout.write(`\n${project}: ${own.length} files, ${sum.toFixed(0)} s\n`);
  for (const { file, seconds } of own.slice(0, Number(count)))
    process.stdout.write(`${seconds.toFixed(1).padStart(8)} ${file}\n`);
}
