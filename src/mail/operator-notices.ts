import { isRetried } from '../domain/webhook/retry.js';
import { faultFields, type Log } from '../log.js';
import type { OperatorProblem } from '../maintenance/operator-watch.js';
import { html } from '../pages/html.js';
import { mailHost } from './mail-host.js';
import { composeMessage } from './message.js';
import type { RenderedMail } from './render-blocks.js';
import type { MailTransport } from './transport.js';

export interface OperatorMailDeps {
  readonly transport: MailTransport;
  readonly to: string;
  /** Sender address. Defaults to one at the host of the public URL. */
  readonly from: string | undefined;
  readonly publicUrl: () => string;
  readonly now: () => number;
  readonly log: Log;
  /** Aborted when the process stops. */
  readonly stop: AbortSignal;
}

/**
 * Returns a function that sends one mail per day for each kind of problem, and tries again only after failures that may pass. Several processes send
 * copies with the same `Message-ID`, which mail clients recognize.
 */
export function operatorNotifier(deps: OperatorMailDeps): (problems: readonly OperatorProblem[]) => Promise<void> {
  const sentOn = new Map<OperatorProblem['kind'], string>();
  return async (problems) => {
    const day = new Date(deps.now()).toISOString().slice(0, 10);
    for (const problem of problems) {
      if (sentOn.get(problem.kind) === day) continue;
      if (await sendNotice(deps, problem, day)) sentOn.set(problem.kind, day);
    }
  };
}

/** Returns false if the same mail may be accepted later. */
async function sendNotice(deps: OperatorMailDeps, problem: OperatorProblem, day: string): Promise<boolean> {
  const { transport, to, from, publicUrl, now, log, stop } = deps;
  const host = mailHost(publicUrl());
  const address = from ?? `orders@${host}`;
  const head = {
    id: `${problem.kind}.${day}@${host}`,
    thread: `${problem.kind}@${host}`,
    from: { name: '', address },
    replyTo: undefined,
    to,
    date: now(),
  };
  try {
    const { outcome, status } = await transport.send(await composeMessage(head, textFor(problem, host)), stop);
    if (outcome !== 'acknowledged') log.error('operator_mail', { kind: problem.kind, outcome, status });
    return !isRetried(outcome);
  } catch (error) {
    if (!stop.aborted) log.error('operator_mail', { kind: problem.kind, ...faultFields(error) });
    return false;
  }
}

/** Operators read English, as in the log. */
function textFor(problem: OperatorProblem, host: string): RenderedMail {
  const { subject, text } = wordsFor(problem);
  const document = html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${subject}</title></head><body><p>${text}</p></body></html>`;
  return { subject: `${host}: ${subject}`, text: `${text}\n`, html: `${document.text}\n` };
}

function wordsFor(problem: OperatorProblem): { readonly subject: string; readonly text: string } {
  switch (problem.kind) {
    case 'backup_overdue': {
      const last =
        problem.since === undefined ? 'has no complete set' : `is from ${new Date(problem.since).toISOString()}`;
      const text = `The newest backup in ${problem.folder} ${last}. Run \`portal backup ${problem.folder}\`, and check the job that does so.`;
      return { subject: 'backup overdue', text };
    }
    case 'witness_overdue':
      return {
        subject: 'witness overdue',
        text: `Public receipt logs without new cosignatures for an hour: ${problem.logs}. The log lines \`witness\` have the reason.`,
      };
  }
}
