import { Command, Option } from 'commander';
import { csvLine } from '../domain/books/csv.js';
import { eachPage } from '../lists/every-page.js';
import type { AuditPosition, AuditTrailFilter, RecordedEvent, StoreReader } from '../ports.js';
import { readActorNames } from '../records/actor-names.js';
import { SUBJECTS } from '../schema/audit.js';
import { auditEventView } from '../view/audit-event-view.js';
import { chooseOrganization, ORGANIZATION_OPTION } from './choose-organization.js';
import { type Cli, commandWith } from './command.js';
import { DESCRIPTIONS } from './descriptions.js';
import { makeLineWriter } from './line-writer.js';
import { CommandError } from './output.js';
import { withReader } from './with-store.js';

/** Events held in memory at a time. */
const PAGE = 500;

const COLUMNS = ['at', 'actor', 'action', 'subject_type', 'subject_id', 'changed', 'id', 'actor_name'] as const;

interface ExportOptions {
  readonly organization?: string;
  readonly format: 'csv' | 'jsonl';
  readonly type?: (typeof SUBJECTS)[number];
  readonly subject?: string;
  readonly actor?: string;
  readonly from?: string;
  readonly before?: string;
  readonly out?: string;
}

export function auditCommand(cli: Cli): Command {
  return new Command('audit').description(DESCRIPTIONS.audit).addCommand(exportCommand(cli));
}

function exportCommand(cli: Cli): Command {
  return commandWith('export', 'write the audit trail as a table (CSV) or as JSON Lines, newest first', ['database'])
    .option(...ORGANIZATION_OPTION)
    .addOption(new Option('--format <format>', 'csv or jsonl').choices(['csv', 'jsonl']).default('csv'))
    .addOption(new Option('--type <type>', 'only changes of this kind of object').choices([...SUBJECTS]))
    .option('--subject <id>', 'only changes of this object')
    .option('--actor <id>', 'only changes by this key or person, or by this component of the portal')
    .option('--from <time>', 'only changes at this time or later, ISO 8601')
    .option('--before <time>', 'only changes before this time, ISO 8601')
    .option('--out <file>', 'write into this new file (default: stdout)')
    .action((options: ExportOptions) =>
      withReader(cli, { ...options }, async (store) => {
        const filter: AuditTrailFilter = {
          organization_id: await chooseOrganization(store, options.organization),
          subject_type: options.type,
          subject_id: options.subject,
          actor: options.actor,
          from: timeOf('--from', options.from),
          before: timeOf('--before', options.before),
        };
        const write = makeLineWriter(cli, options.out);
        if (options.format === 'csv') await write.line(csvLine(COLUMNS));
        for await (const event of eventsOf(store, filter)) await write.line(lineOf(event, options.format));
        await write.end();
      }),
    );
}

/** An event and the mail address of the staff member who made the change, if one did. */
type NamedEvent = readonly [event: RecordedEvent, name: string | undefined];

async function* eventsOf(store: StoreReader, filter: AuditTrailFilter): AsyncIterable<NamedEvent> {
  const read = (after: AuditPosition | undefined, limit: number) => store.list('audit_trail', filter, after, limit);
  for await (const events of eachPage(read, PAGE)) {
    const actors = events.map(({ actor }) => actor);
    const names = await store.read((rows) => readActorNames(rows, filter.organization_id, actors));
    for (const event of events) yield [event, names.get(event.actor)];
  }
}

function lineOf([event, name]: NamedEvent, format: ExportOptions['format']): string {
  const shown = auditEventView(event, name);
  if (format === 'jsonl') return `${JSON.stringify(shown)}\n`;
  return csvLine(COLUMNS.map((name) => (name === 'changed' ? shown.changed.join(' ') : (shown[name] ?? ''))));
}

/** @throws CommandError */
function timeOf(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time))
    throw new CommandError(`${option} must be a time in ISO 8601, such as 2026-11-22T10:00:00Z`, 2);
  return time;
}
