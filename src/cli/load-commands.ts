import type { Command } from 'commander';
import type { Cli } from './command.js';

/** Commands by name, each loaded when it is needed. `args` are the arguments after its name. */
export type CommandTable<Name extends string = string> = Readonly<
  Record<Name, (cli: Cli, args: readonly string[]) => Promise<Command>>
>;

/** Creates the command that the arguments name or, for help and errors, all commands of the table. */
export function loadCommands(table: CommandTable, [name, ...args]: readonly string[], cli: Cli): Promise<Command[]> {
  const named = name !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
  return Promise.all(named ? [named(cli, args)] : Object.values(table).map((make) => make(cli, [])));
}
