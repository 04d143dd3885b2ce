import type { Log } from '../log.js';
import type { Media, Processes } from '../ports.js';

/**
 * Announces this process to the others on its database. Logs a warning for each difference between their files that
 * must not exist, such as separate picture folders.
 */
export async function announce(processes: Processes | undefined, media: Media, log: Log): Promise<void> {
  if (!processes) return;
  const mark = await media.mark();
  await processes.join(mark);
  for (const { code, text: _text, ...fields } of await processes.differences(mark)) log.warn(code, fields);
}
