import type { Command } from 'commander';
import { MAX_REPORT_BYTES, readBounceReport } from '../../domain/webhook/bounce-report.js';
import { buildBounce, findReturned } from '../../outbox/bounces.js';
import { type Cli, commandWith } from '../command.js';
import { readAnyBytes } from '../json-file.js';
import { CommandError } from '../output.js';
import { withStore } from '../with-store.js';

export function bounceCommand(cli: Cli): Command {
  return commandWith('bounce', 'read a delivery report (RFC 3464), and mark the order if its mail came back', [
    'database',
  ])
    .argument('[file]', 'the whole mail of the report; - is standard input', '-')
    .option('--json', 'print as JSON')
    .action(async (file: string, options: { json?: boolean }) => {
      const bytes = readAnyBytes(file);
      if (bytes.length > MAX_REPORT_BYTES) throw new CommandError('a report must have at most 1 MiB');
      const report = readBounceReport(bytes);
      if (!report) throw new CommandError(`${file} is not a delivery report (multipart/report, RFC 3464)`);
      const { result, order } = await withStore(cli, { ...options }, async (store, by) => {
        const returned = await findReturned((...args) => store.list(...args), report);
        return store.update((rows) => {
          const bounce = buildBounce(rows, by, report, returned);
          return { writes: bounce.writes, result: bounce };
        });
      });
      const order_id = order?.id ?? null;
      cli.output.out(
        options.json ? JSON.stringify({ result, order_id }) : [result, order_id ?? ''].join('  ').trimEnd(),
      );
    });
}
