import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { COSIGNATURE, readVkey, vkeyOf } from '../../attestation/note.js';
import { readPolicy } from '../../attestation/policy.js';
import { readConfig } from '../../config.js';
import { type LogPublication, publicationId } from '../../domain/receipt/log-checkpoint.js';
import { pluralize } from '../../domain/values/pluralize.js';
import type { Store } from '../../ports.js';
import { type Cli, commandWith, flagsOf } from '../command.js';
import { everyOrganization } from '../every-organization.js';
import { httpUrl } from '../http-url.js';
import { readText } from '../json-file.js';
import { CommandError } from '../output.js';
import { withFileName } from '../receipt/attestation-text.js';
import { wholeNumber } from '../whole-number.js';
import { withStore } from '../with-store.js';
import { writeFileAtomically } from '../write-file-atomically.js';
import { addWitness } from './policy-text.js';

export function witnessCommand(cli: Cli): Command {
  return new Command('witness')
    .description('manage the witnesses that cosign the checkpoints of the receipt logs')
    .addCommand(addCommand(cli))
    .addCommand(listCommand(cli));
}

interface AddOptions {
  readonly quorum?: string;
}

function addCommand(cli: Cli): Command {
  return commandWith('add', 'add a witness to the policy; restart the portal to use it', ['witnessPolicy'])
    .argument('<name>', 'name of the witness in the policy')
    .argument('<vkey>', 'its verifier key for cosignatures')
    .argument('<url>', 'its submission prefix: the URL before /add-checkpoint')
    .option(
      '--quorum <number>',
      'how many of the witnesses that this command added must have cosigned (default: unchanged; 1 at first)',
    )
    .action((name: string, vkey: string, url: string, options: AddOptions) => {
      const file = policyFile(cli, options);
      const before = existsSync(file) ? readText(file) : '';
      const witness = {
        name,
        vkey: withFileName('the key', () => vkeyOf(readVkey(vkey, COSIGNATURE), COSIGNATURE)),
        url: httpUrl(url, '<url> must be the URL of a witness'),
      };
      const after = addWitness(before, witness, quorumOf(options.quorum));
      const { witnesses } = withFileName(file, () => readPolicy(after));
      writeFileAtomically(file, after);
      cli.output.out(`${file} names ${pluralize(witnesses.size, 'witness', 'witnesses')}`);
    });
}

function quorumOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return wholeNumber('--quorum', text, 'must be a number of witnesses', { min: 1, max: 999 });
}

/** @throws CommandError when the setting is missing */
function policyFile(cli: Cli, options: object): string {
  const { witnessPolicy } = readConfig(cli.env, flagsOf({ ...options }));
  if (witnessPolicy === undefined)
    throw new CommandError('name the file of the policy: --witness-policy or PORTAL_WITNESS_POLICY');
  return witnessPolicy;
}

function listCommand(cli: Cli): Command {
  return commandWith('list', 'list the witnesses, with the size of each log that they have cosigned', [
    'witnessPolicy',
    'database',
  ])
    .option('--json', 'print as JSON, a line per witness')
    .action(async (options: { json?: boolean }) => {
      const file = policyFile(cli, options);
      const { witnesses, quorum } = withFileName(file, () => readPolicy(readText(file)));
      const sizes = await withStore(cli, { ...options }, cosignedSizes);
      for (const [name, { verifier, url }] of witnesses) {
        const cosigned = Object.fromEntries([...sizes].map(([log, by]) => [log, by[name] ?? 0]));
        const line = { name, url: url ?? null, public_key: vkeyOf(verifier, COSIGNATURE), cosigned };
        cli.output.out(options.json ? JSON.stringify(line) : textOf(line));
      }
      if (!options.json) cli.output.out(`quorum: ${quorum ?? 'none'}`);
    });
}

/** Returns the size that each witness last cosigned in each log's current epoch: by publication id, then by name. */
async function cosignedSizes(store: Store): Promise<ReadonlyMap<string, LogPublication['witnesses']>> {
  const found = new Map<string, LogPublication['witnesses']>();
  for (const { id } of await everyOrganization(store)) {
    const shown = await store.read((rows) => rows.get('log_publication', publicationId(id, rows.logHead(id).epoch)));
    if (shown) found.set(shown.id, shown.witnesses);
  }
  return found;
}

interface Line {
  readonly name: string;
  readonly url: string | null;
  readonly cosigned: Readonly<Record<string, number>>;
}

function textOf({ name, url, cosigned }: Line): string {
  const sizes = Object.entries(cosigned).map(([log, size]) => `${log}: ${size}`);
  return [name, url ?? 'no URL: it is never asked', sizes.join(', ') || 'no checkpoint yet'].join('  ');
}
