import { writeFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { z } from 'zod';
import { fromBase64 } from '../../attestation/bytes.js';
import { required } from '../../domain/values/required.js';
import type { Cli } from '../command.js';
import { CommandError } from '../output.js';
import { get, URL_OPTION } from './remote.js';

const exported = z.looseObject({ data: z.looseObject({ tlog_proof: z.string(), cose: z.string() }) });

interface ExportOptions {
  readonly url: string;
  readonly format: 'cose' | 'tlog-proof';
  readonly out?: string;
}

export function exportCommand(cli: Cli): Command {
  return new Command('export')
    .description('export the proof that a receipt is in the log, with the key in PORTAL_API_KEY')
    .argument('<id>', 'id of the receipt')
    .addOption(
      new Option('--format <form>', 'COSE receipt (RFC 9942) or C2SP tlog-proof')
        .choices(['cose', 'tlog-proof'])
        .makeOptionMandatory(),
    )
    .option('--out <file>', 'file to write (default: standard output; COSE is binary and needs a file)')
    .option(...URL_OPTION)
    .action(async (id: string, { url, format, out }: ExportOptions) => {
      if (format === 'cose' && out === undefined)
        throw new CommandError('--format cose needs --out, the file to write');
      const { data } = await get(cli, url, `/api/receipts/${encodeURIComponent(id)}/proof`, exported);
      const bytes = format === 'cose' ? required(fromBase64(data.cose), 'COSE receipt') : data.tlog_proof;
      if (out === undefined) await cli.output.piece(data.tlog_proof);
      else writeFileSync(out, bytes);
    });
}
