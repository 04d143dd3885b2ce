import { expect, test } from 'vitest';
import { run } from '../support/program.js';

const HELP: readonly (readonly [command: string, ...named: string[]])[] = [
  ['', 'receipt ', 'log '],
  ['receipt', 'keygen ', 'register ', 'context ', 'delegate ', 'sign ', 'submit ', 'verify '],
  ['receipt keygen', '--out <file>', '--json'],
  ['receipt register', '<file>', '--agent <id>', '--url <url>', '--json', 'PORTAL_API_KEY'],
  ['receipt context', '<order>', '--db <file>', '--json'],
  [
    'receipt sign',
    '[file]',
    '--key <file>',
    '--agent',
    '--consumer',
    '--job',
    '--resolution',
    '--context-hash',
    '--issued-at',
    '--supersedes <hash>',
    '--delegation <file>',
  ],
  ['receipt delegate', '--key <file>', '--to <key>', '--until <time>', '--after <file>', '--job-prefix <text>'],
  ['receipt submit', '<file...>', '--url <url>', '--json', 'PORTAL_API_KEY'],
  ['receipt verify', '<file>', '--signer <key>', '--log <vkey>', '--shop <kid>', '--any-signer', '--json'],
  ['log', 'verify ', 'checkpoint '],
  ['log verify', '--organization <id>', '--checkpoint <file...>', '--log-key <file>', '--log-signed <file>', '--json'],
  ['log statement', '<receipt>', '--format <form>', '--out <file>', '--log-key <file>'],
  ['log checkpoint', '--organization <id>', '--log-key <file>', '--json'],
];

test.each(HELP)('lists every command and option of portal %s with --help', async (command, ...named) => {
  const { code, stdout } = await run([...command.split(' ').filter(Boolean), '--help']);
  expect(code).toBe(0);
  for (const name of named) expect(stdout).toContain(name);
});
