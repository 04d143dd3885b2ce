import { NOTE, table } from './markdown.js';
import { TAMPERINGS, UNTESTED } from './tampering-list.js';

/** Returns the text of docs/tampering.md. */
export function tamperingPage(): string {
  const groups = Object.values(TAMPERINGS);
  const count = groups.reduce((sum, { changes }) => sum + changes.length, 0);
  const sections = groups.map(
    ({ title, foundBy, changes }) =>
      `### ${title}\n\nFound by: ${foundBy}.\n\n${changes.map((one) => `- ${one}`).join('\n')}`,
  );
  return `${NOTE}

# What finds what

Someone who can write any SQL, but has neither the log's key nor the file of signed heads, can change what the portal
stored. Tests make each of the ${count} changes below and expect it to be named. Who else can find what is in
[What nobody tests](#what-nobody-tests). [receipts-operate.md](receipts-operate.md#verifying-the-log) has the commands.

## Tested changes

${sections.join('\n\n')}

## What nobody tests

These changes leave no contradiction in the database, or need the log's key.

${table(['Change', 'Found by', 'Why'], UNTESTED)}
`;
}
