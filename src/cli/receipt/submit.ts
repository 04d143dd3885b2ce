import { Command } from 'commander';
import { z } from 'zod';
import { utf8 } from '../../attestation/bytes.js';
import { pluralize } from '../../domain/values/pluralize.js';
import type { Cli } from '../command.js';
import { readStrictJson } from '../json-file.js';
import { CommandError } from '../output.js';
import { post, URL_OPTION } from './remote.js';

const boundTo = z.looseObject({ order_id: z.string(), status: z.string(), payment_status: z.string() });
/** Portals of earlier versions do not say to which order a receipt is bound. */
const accepted = z.looseObject({ id: z.string(), status: z.string(), bound_to: boundTo.nullish() });
const refused = z.looseObject({ error: z.string(), detail: z.string() });
const outcome = z.union([accepted, refused]);
const outcomes = z.looseObject({ data: z.array(outcome) });
type Outcome = z.output<typeof outcome>;

/**
 * Limits of one call (docs/receipts.md, Submit): number of receipts, and bytes of their JSON. The latter is below the
 * limit of the body, which has other parts too.
 */
const MAX_RECEIPTS = 100;
const MAX_LINE_BYTES = 1024 * 1024 - 1024;

interface SubmitOptions {
  readonly url: string;
  readonly json?: boolean;
}

/** A file and its content. */
interface Submission {
  readonly file: string;
  readonly body: unknown;
}

export function submitCommand(cli: Cli): Command {
  return new Command('submit')
    .description('submit signed receipts over HTTP, with the key in PORTAL_API_KEY; several files go in batches')
    .argument('<file...>', 'output of `portal receipt sign`, - for standard input')
    .option(...URL_OPTION)
    .option('--json', 'print the responses as JSON; a list with file names if several files are sent')
    .action(async (files: string[], options: SubmitOptions) => {
      const submissions = files.map((file) => ({ file, body: readStrictJson(file) }));
      const [only, ...more] = submissions;
      if (only && more.length === 0) await submitOne(cli, only, options);
      else await submitMany(cli, submissions, options);
    });
}

async function submitOne(cli: Cli, { body }: Submission, { url, json }: SubmitOptions): Promise<void> {
  const answer = await post(cli, url, '/api/receipts', body, accepted);
  cli.output.out(json ? JSON.stringify(answer) : textOf(answer));
}

/** Submits in batches. If a call fails, prints the responses of the earlier calls, whose receipts are stored. */
async function submitMany(cli: Cli, submissions: readonly Submission[], { url, json }: SubmitOptions): Promise<void> {
  const answered: ({ readonly file: string } & Outcome)[] = [];
  try {
    for (const batch of batchesOf(submissions)) {
      const receipts = batch.map(({ body }) => body);
      const { data } = await post(cli, url, '/api/receipts/batch', { receipts }, outcomes);
      for (const [index, { file }] of batch.entries()) {
        const one = data[index];
        if (!one) throw new CommandError(`${url} answered with fewer outcomes than receipts`);
        answered.push({ file, ...one });
        if (!json) cli.output.out(`${file}: ${textOf(one)}`);
      }
    }
  } finally {
    if (json) cli.output.out(JSON.stringify(answered));
  }
  const failed = answered.filter((one) => 'error' in one).length;
  if (failed > 0) throw new CommandError(`${failed} of ${pluralize(answered.length, 'receipt')} refused`);
}

function textOf(one: Outcome): string {
  if ('error' in one) return `${one.error}: ${one.detail}`;
  const { id, status, bound_to: order } = one;
  return order
    ? `${id} ${status}, bound to order ${order.order_id} (${order.status}, ${order.payment_status})`
    : `${id} ${status}`;
}

/** Groups submissions into batches in the order of the files, so that a receipt can follow the one it supersedes. */
function batchesOf(submissions: readonly Submission[]): Submission[][] {
  const batches: Submission[][] = [];
  let bytes = 0;
  for (const submission of submissions) {
    const size = utf8(JSON.stringify(submission.body)).length + 1;
    const batch = batches.at(-1);
    if (batch && batch.length < MAX_RECEIPTS && bytes + size <= MAX_LINE_BYTES) {
      batch.push(submission);
      bytes += size;
    } else {
      batches.push([submission]);
      bytes = size;
    }
  }
  return batches;
}
