import { z } from 'zod';
import { type NoteVerifier, readVkey } from '../../attestation/note.js';
import { CommandError } from '../output.js';
import { withFileName } from '../receipt/attestation-text.js';
import { LogFiles } from './log-files.js';
import { MonitorMiss } from './outcome-errors.js';

const published = z.looseObject({
  data: z.looseObject({ logs: z.array(z.looseObject({ url: z.string(), public_key: z.string() })) }),
});

/**
 * Fetches the verifier key that the portal publishes for a log (`/logs/{organization_id}`); `prefix` is the log's URL.
 * @throws CommandError when the portal does not publish it
 */
export async function fetchPublishedKey(prefix: string, stop: AbortSignal): Promise<NoteVerifier> {
  const index = prefix.slice(0, prefix.lastIndexOf('/'));
  const { data } = published.safeParse(await readIndex(index, stop));
  const found = data?.data.logs.find(({ url }) => url.startsWith('/') && prefix.endsWith(url));
  if (found) return withFileName(index, () => readVkey(found.public_key));
  throw new CommandError(`${index} does not name the key of the log: name it with --log`);
}

/** Fetches the index as JSON; `undefined` if it is absent, unreadable or not JSON. */
async function readIndex(index: string, stop: AbortSignal): Promise<unknown> {
  try {
    const bytes = await new LogFiles(index, stop).index();
    return bytes && JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    if (stop.aborted || error instanceof MonitorMiss || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
