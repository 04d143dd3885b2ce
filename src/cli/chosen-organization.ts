import { onOneLine } from '../domain/values/text.js';
import type { Store } from '../ports.js';
import { CommandError } from './output.js';

/** The option of commands on one organization. */
export const ORGANIZATION_OPTION = ['--organization <id>', 'the organization (default: the only one)'] as const;

/** At most so many organizations are listed when one has to be named. */
const LISTED = 20;

/**
 * The id that was given with `--organization`, or that of the only one.
 * @throws CommandError when there are several, which it lists, or none, or it does not exist
 */
export async function chosenOrganization(store: Store, id: string | undefined): Promise<string> {
  if (id !== undefined) {
    if (await store.read((rows) => rows.get('organization', id))) return id;
    throw new CommandError(`there is no organization ${id}`);
  }
  const { entries: found } = await store.list('organizations', {}, undefined, LISTED + 1);
  const [only, ...others] = found;
  if (!only) throw new CommandError('there is no organization yet: create one with `portal orgs create`');
  if (others.length === 0) return only.id;
  const listed = found.slice(0, LISTED).map(({ id, name }) => `  ${id}  ${onOneLine(name)}`);
  const more = found.length > LISTED ? ['  …'] : [];
  throw new CommandError(
    ['there are several organizations: name one with --organization', ...listed, ...more].join('\n'),
  );
}
