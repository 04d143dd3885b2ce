import type { Command } from 'commander';
import { LIMIT_NAMES, type LimitChange, MAX_LIMIT_CATEGORIES } from '../domain/tenant/limits.js';
import { displayAmount } from '../domain/values/display.js';
import { buildLimitChange } from '../operations/tenancy/key-limits.js';
import { readSpent } from '../records/spending.js';
import type { ApiKeyAnswer } from '../schema/api-key.js';
import { keyView } from '../view/key-view.js';
import { type Cli, commandWith } from './command.js';
import { CommandError } from './output.js';
import { wholeNumber } from './whole-number.js';
import { withStore } from './with-store.js';

/** Flags with the limits of what a key may spend. */
export interface LimitFlags {
  readonly perOrder?: string;
  readonly per30Days?: string;
  readonly askAbove?: string;
  readonly categories?: string;
}

export function withLimitOptions(command: Command): Command {
  return command
    .option('--per-order <amount>', 'limit of each order without the buyer, in minor units (5000 = 50.00)')
    .option('--per-30-days <amount>', 'limit of all orders in any 30 days, in minor units')
    .option('--ask-above <amount>', 'total above which the buyer is asked, in minor units')
    .option('--categories <names>', 'the only categories of items that it may buy, separated by commas');
}

/** Reads the flags; `undefined` if none is set. @throws CommandError */
export function readLimits(flags: LimitFlags): LimitChange | undefined {
  const change = {
    per_order: limitOf('--per-order', flags.perOrder),
    per_30_days: limitOf('--per-30-days', flags.per30Days),
    ask_above: limitOf('--ask-above', flags.askAbove),
    categories: categoriesOf(flags.categories),
  };
  return Object.values(change).every((limit) => limit === undefined) ? undefined : change;
}

function limitOf(flag: string, text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined;
  if (text === 'none') return null;
  return wholeNumber(flag, text, 'must be an amount in minor units, or none');
}

function categoriesOf(text: string | undefined): readonly string[] | null | undefined {
  if (text === undefined) return undefined;
  if (text === 'none') return null;
  const names = [...new Set(text.split(',').map((name) => name.trim()))].filter((name) => name !== '');
  if (names.length === 0 || names.length > MAX_LIMIT_CATEGORIES)
    throw new CommandError(`--categories must be 1 to ${MAX_LIMIT_CATEGORIES} names, separated by commas, or none`);
  return names;
}

export function limitCommand(cli: Cli): Command {
  const command = commandWith('limit', 'change what a key may spend without the buyer; "none" removes a limit', [
    'database',
  ]);
  return withLimitOptions(command.argument('<id>', 'id of the key, from `portal keys list`')).action(
    async (id: string, options: LimitFlags) => {
      const change = readLimits(options);
      if (!change)
        throw new CommandError('name at least one of --per-order, --per-30-days, --ask-above and --categories');
      const { limits } = await withStore(cli, { ...options }, (store, by) =>
        store.update((rows) => {
          const key = rows.get('api_key', id);
          if (!key) throw new CommandError(`there is no key ${id}; \`portal keys list\` prints the ids`);
          if (key.deployment_id === null) throw new CommandError('only the key of a deployment can have limits');
          const { row, writes } = buildLimitChange(rows, by, id, change);
          return { writes, result: keyView(row, by.now, readSpent(rows, row, by.now)) };
        }),
      );
      cli.output.out(`${id}  ${limits ? limitsText(limits) : 'no limits'}`);
    },
  );
}

/** Describes the limits of a key, and what is left. */
export function limitsText({ currency, left_30_days, ...limits }: NonNullable<ApiKeyAnswer['limits']>): string {
  const money = (amount: number) => displayAmount(amount, currency, 'en');
  const named = LIMIT_NAMES.flatMap((name) => {
    const limit = limits[name];
    return limit === undefined ? [] : [`${name.replaceAll('_', ' ')} ${money(limit)}`];
  });
  const left = left_30_days === undefined ? [] : [`${money(left_30_days)} left`];
  const only = limits.categories ? [`only ${limits.categories.join(' or ')}`] : [];
  return [...named, ...left, ...only].join(', ');
}
