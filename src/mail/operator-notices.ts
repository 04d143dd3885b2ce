import { isRetried } from '../domain/webhook/retry.js';
import { faultFields, type Log } from '../log.js';
import type { OperatorProblem } from '../maintenance/operator-watch.js';
import { composeOperatorMail, type OperatorAddresses, type OperatorText } from './operator-mail.js';
import type { MailTransport } from './transport.js';

export interface OperatorMailDeps extends OperatorAddresses {
  readonly transport: MailTransport;
  readonly now: () => number;
  readonly log: Log;
  /** Aborted when the process stops. */
  readonly stop: AbortSignal;
}

/**
 * Returns a function that sends one mail per day for each kind of problem, and tries again only after failures that may
 * pass. Several processes send copies with the same `Message-ID`, which mail clients recognize.
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
  const { transport, now, log, stop } = deps;
  const { kind } = problem;
  try {
    const mail = await composeOperatorMail(deps, {
      id: `${kind}.${day}`,
      thread: kind,
      ...wordsFor(problem),
      date: now(),
    });
    const { outcome, status } = await transport.send(mail, stop);
    if (outcome !== 'acknowledged') log.error('operator_mail', { kind, outcome, status });
    return !isRetried(outcome);
  } catch (error) {
    if (!stop.aborted) log.error('operator_mail', { kind, ...faultFields(error) });
    return false;
  }
}

function wordsFor(problem: OperatorProblem): Pick<OperatorText, 'subject' | 'paragraphs'> {
  switch (problem.kind) {
    case 'backup_overdue': {
      const last =
        problem.since === undefined ? 'has no complete set' : `is from ${new Date(problem.since).toISOString()}`;
      const text = `The newest backup in ${problem.folder} ${last}. Run \`portal backup ${problem.folder}\`, and check the job that does so.`;
      return { subject: 'backup overdue', paragraphs: [text] };
    }
    case 'witness_overdue':
      return {
        subject: 'witness overdue',
        paragraphs: [
          `Public receipt logs without new cosignatures for an hour: ${problem.logs}. The log lines \`witness\` have the reason.`,
        ],
      };
  }
}
