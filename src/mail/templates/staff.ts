import { printable } from '../../domain/values/printable.js';
import type { Block, MailContent, MailedNotice } from '../content.js';

/** Builds a notice to the shop's staff that is about no order. */
export function staffContent({ notice, face: { name }, locale: { texts } }: MailedNotice): MailContent {
  switch (notice.kind) {
    case 'low_stock': {
      const own = texts.mail.low_stock;
      const { title, item_id, stock, threshold } = notice;
      return content(own.subject(name, title), own, [
        group(title, [item_id, own.stock(stock), own.threshold(threshold)]),
      ]);
    }
    case 'dead_delivery': {
      const own = texts.mail.dead_delivery;
      const { receiver, event, subject, outcome, status } = notice;
      const why = [outcome, status].filter((part) => part !== null).join(' ');
      return content(own.subject(name), own, [group(receiver, [event, subject, why])]);
    }
    case 'log_stopped': {
      const own = texts.mail.log_stopped;
      const { organization_id: id, name: organization, stop } = notice;
      const lines = [own.checks[stop.check], printable(stop.fault), `portal log verify --organization ${id}`];
      return content(own.subject(name), own, [group(nameLog(organization, id), lines)]);
    }
    case 'log_resumed': {
      const own = texts.mail.log_resumed;
      const { organization_id: id, name: organization, stop } = notice;
      return content(own.subject(name), own, [group(nameLog(organization, id), [printable(stop.fault)])]);
    }
    case 'test':
      return content(texts.mail.test.subject(name), texts.mail.test, []);
  }
}

function content(subject: string, own: { readonly heading: string; readonly text: string }, blocks: readonly Block[]) {
  const { heading, text } = own;
  return { subject, blocks: [{ type: 'heading', text: heading }, { type: 'paragraph', text }, ...blocks] } as const;
}

function nameLog(organization: string, id: string): string {
  return `${organization} (${id})`;
}

function group(title: string, lines: readonly string[]): Block {
  return { type: 'group', title, lines };
}
