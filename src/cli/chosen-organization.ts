import type { Store } from '../ports.js';
import { CommandError } from './output.js';

/** The option of commands on one organization. */
export const ORGANIZATION_OPTION = ['--organization <id>', 'the organization (default: the only one)'] as const;

/**
 * The id that was given with `--organization`, or that of the only one.
 * @throws CommandError when there are several, or none, or it does not exist
 */
export async function chosenOrganization(store: Store, id: string | undefined): Promise<string> {
  if (id !== undefined) {
    if (await store.read((rows) => rows.get('organization', id))) return id;
    throw new CommandError(`there is no organization ${id}`);
  }
  const { entries } = await store.list('organizations', {}, undefined, 2);
  const [only, ...others] = entries;
  if (!only || others.length > 0) throw new CommandError('name the organization with --organization');
  return only.id;
}
