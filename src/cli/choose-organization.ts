import type { StoreReader } from '../ports.js';
import { ambiguousText, LISTED } from './ambiguous-text.js';
import { CommandError } from './output.js';

/** Option of commands on one organization. */
export const ORGANIZATION_OPTION = ['--organization <id>', 'the organization (default: the only one)'] as const;

/**
 * Returns the id given with `--organization`, else that of the only organization.
 * @throws CommandError when there are several (the error lists them), none, or the given one does not exist
 */
export async function chooseOrganization(store: StoreReader, id: string | undefined): Promise<string> {
  if (id !== undefined) {
    if (await store.read((rows) => rows.get('organization', id))) return id;
    throw new CommandError(`there is no organization ${id}`);
  }
  const { entries: found } = await store.list('organizations', {}, undefined, LISTED + 1);
  const [only, ...others] = found;
  if (!only) throw new CommandError('there is no organization yet: create one with `portal orgs create`');
  if (others.length === 0) return only.id;
  throw new CommandError(ambiguousText('organization', found, found.length));
}
