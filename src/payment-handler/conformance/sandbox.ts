import type {
  AuthorizedPayment,
  Capture,
  Credential,
  HandlerContext,
  PaymentAttempt,
  PaymentHandler,
  PaymentOutcome,
  PaymentReport,
  Refund,
} from '../../ports/payment.js';
import { InvalidPaymentHandler } from '../define.js';
import type { PaymentHandlerFactory } from '../factory.js';
import { findHandlerProblems } from '../handler-problems.js';
import { expect, shown, skip } from './assertions.js';
import { Instance } from './instance.js';
import type { ConformanceOptions, HandlerConfiguration, MovedMoney } from './options.js';
import { Recorder } from './recorder.js';
import { Secrets } from './secrets.js';

const MINUTE = 60_000;
/** Interval between two looks at an open outcome, in milliseconds. */
const POLL = 250;
/** Names of settings whose values must stay secret. */
const SECRET_NAME = /KEY|SECRET|TOKEN|PASSWORD/;

/** The handler under test, and the provider's sandbox as the options describe it. */
export class Sandbox {
  readonly options: ConformanceOptions;
  readonly recorder: Recorder;
  readonly secrets: Secrets;
  readonly main: Instance;
  private readonly given: PaymentHandler | PaymentHandlerFactory;

  /**
   * @throws InvalidPaymentHandler if the handler is not valid
   * @throws Error if the factory cannot make it
   */
  constructor(given: PaymentHandler | PaymentHandlerFactory, options: ConformanceOptions) {
    this.given = given;
    this.options = options;
    const handler = makeHandler(given, options);
    const problems = findHandlerProblems(handler);
    if (problems.length > 0) throw new InvalidPaymentHandler(problems);
    this.secrets = secretsOf(handler, options);
    this.recorder = new Recorder(this.secrets, options.timeout_ms ?? MINUTE);
    this.main = this.instance(handler, options);
  }

  get handler(): PaymentHandler {
    return this.main.handler;
  }

  get amount(): number {
    return this.options.amount ?? 1_000;
  }

  /** Part of the amount that is captured or refunded alone. */
  get part(): number {
    return Math.floor(this.amount / 4);
  }

  get approved(): Credential | undefined {
    return this.options.credentials?.approved ?? this.handler.exampleInstrument?.credential;
  }

  /** The credential for an outcome; without one, the check is skipped. */
  credential(outcome: 'declined' | 'pending' | 'action'): Credential {
    return this.options.credentials?.[outcome] ?? skip(`it needs the option credentials.${outcome}`);
  }

  /** The handler as another process has it. Skips the check if only a factory could make it. */
  another(): Instance {
    if (!('make' in this.given)) skip('it needs a factory: definePaymentHandler(settings, make)');
    return this.instance(makeHandler(this.given, this.options), this.options);
  }

  /** The handler while its provider cannot be reached. */
  unreachable(): Instance {
    const { unreachable } = this.options;
    if (!unreachable) skip('it needs the option unreachable');
    const settings = { ...this.options.settings, ...unreachable.settings };
    const account = unreachable.account && { account: { ...this.options.account, ...unreachable.account } };
    const configuration = { ...this.options, settings, ...account };
    return this.instance(makeHandler(this.given, configuration), configuration);
  }

  newAttempt(capture: 'now' | 'later' = 'now'): PaymentAttempt {
    const { description, needsInstrument, exampleInstrument = {} } = this.handler;
    const { credential: _secret, ...instrument } = exampleInstrument;
    const handler_id = description.id;
    return {
      id: newId('pay'),
      handler_id,
      checkout_id: newId('chk'),
      amount: this.amount,
      currency: this.options.currency ?? 'EUR',
      started_at: Date.now(),
      ...(needsInstrument && { instrument: { ...instrument, id: 'instrument-1', handler_id } }),
      capture,
    };
  }

  newRefund({ id, handler_id, currency }: PaymentAttempt, amount: number): Refund {
    return { id: newId('adj'), handler_id, attempt_id: id, amount, currency };
  }

  newCapture(attempt: PaymentAttempt, amount: number, final: boolean): Capture {
    return { ...this.newRefund(attempt, amount), final };
  }

  /** Authorizes a new attempt with the approved credential. @throws Error unless it is authorized */
  async authorized(capture: 'now' | 'later' = 'now'): Promise<{ attempt: PaymentAttempt; outcome: AuthorizedPayment }> {
    const attempt = this.newAttempt(capture);
    const first = await this.main.authorize(attempt, this.approved);
    const outcome = first.state === 'pending' || first.state === 'unknown' ? await this.settledStatus(attempt) : first;
    expect(outcome.state === 'authorized', `the approved credential gave ${shown(outcome)}`);
    return { attempt, outcome };
  }

  /** Authorizes a new attempt with the credential for an outcome. Without one, the check is skipped. */
  async attempted(wanted: 'declined' | 'pending'): Promise<{ attempt: PaymentAttempt; outcome: PaymentOutcome }> {
    const credential = this.credential(wanted);
    const attempt = this.newAttempt();
    return { attempt, outcome: await this.main.authorize(attempt, credential) };
  }

  /** Authorizes an attempt whose money the provider takes. Skips the check if buyers pay outside the portal. */
  async charged(): Promise<PaymentAttempt> {
    const { attempt, outcome } = await this.authorized();
    if (outcome.payment_status === 'pending') skip('buyers pay outside the portal');
    return attempt;
  }

  /** The status of an attempt once the provider has decided, or the last one before `settle_ms` is over. */
  settledStatus(attempt: PaymentAttempt): Promise<PaymentReport> {
    return this.settled(
      () => this.main.status(attempt),
      ({ state }) => state !== 'pending' && state !== 'unknown',
    );
  }

  /** Repeats a call until it is not pending any more, or `settle_ms` is over. Returns the last outcome. */
  decided<T extends { readonly state: string }>(call: () => Promise<T>): Promise<T> {
    return this.settled(call, ({ state }) => state !== 'pending');
  }

  /** Repeats a call until its outcome is not open any more, or `settle_ms` is over. Returns the last outcome. */
  async settled<T>(call: () => Promise<T>, isSettled: (outcome: T) => boolean): Promise<T> {
    const until = Date.now() + (this.options.settle_ms ?? MINUTE / 2);
    for (;;) {
      const outcome = await call();
      if (isSettled(outcome) || Date.now() >= until) return outcome;
      await new Promise((resolve) => setTimeout(resolve, POLL));
    }
  }

  /** The money moved for an attempt: as the provider says, else the totals that the handler tracks. */
  async money(attempt: PaymentAttempt): Promise<Partial<MovedMoney>> {
    if (this.options.money) return this.options.money(attempt.id);
    const report = await this.main.status(attempt);
    return report.state === 'authorized' ? report : {};
  }

  /** @throws Error if other amounts were moved. Amounts that nobody tracks are not compared. */
  async expectMoney(attempt: PaymentAttempt, expected: Partial<MovedMoney>, when: string): Promise<void> {
    const isAsExpected = ({ captured, refunded }: Partial<MovedMoney>) =>
      (captured ?? expected.captured) === (expected.captured ?? captured) &&
      (refunded ?? expected.refunded) === (expected.refunded ?? refunded);
    const moved = await this.settled(() => this.money(attempt), isAsExpected);
    const { captured, refunded } = moved;
    expect(isAsExpected(moved), `${when}, ${shown({ captured, refunded })} was moved, not ${shown(expected)}`);
  }

  /** @throws Error if the provider still holds money, or can still take it */
  async expectNothingHeld(attempt: PaymentAttempt, when: string): Promise<void> {
    const report = await this.settled(
      () => this.main.status(attempt),
      (one) => !holdsMoney(one),
    );
    expect(!holdsMoney(report), `${when}, status is ${shown(report)}`);
    const moved = await this.options.money?.(attempt.id);
    if (moved) expect(moved.captured === moved.refunded, `${when}, the provider has moved ${shown(moved)}`);
  }

  private instance(handler: PaymentHandler, { account }: HandlerConfiguration): Instance {
    const context: HandlerContext = {
      notes: this.recorder.notes,
      account: account
        ? { owner: 'shop', settings: account }
        : { owner: 'portal', settings: handler.portalAccount ?? {} },
      shop: { id: 'shop_conformance', name: 'Conformance shop' },
      return_url: this.options.return_url ?? 'https://example.com/checkout/conformance',
    };
    return new Instance(handler, context, this.recorder);
  }
}

/** True while money of the attempt is taken, or can still be taken. */
function holdsMoney(report: PaymentReport): boolean {
  if (report.state === 'pending' || report.state === 'action_required') return true;
  if (report.state !== 'authorized' || report.payment_status === 'pending') return false;
  const { captured, refunded = 0, ended } = report;
  if (report.payment_status === 'authorized') return ended !== true || (captured ?? 0) > refunded;
  return captured === undefined || captured > refunded;
}

function makeHandler(
  given: PaymentHandler | PaymentHandlerFactory,
  { settings: values = {} }: HandlerConfiguration,
): PaymentHandler {
  if (!('make' in given)) return given;
  return given.make((name) => {
    const setting = given.settings[name];
    const value = setting && (values[setting.env] ?? setting.fallback);
    if (value === undefined) throw new Error(`the option settings must have ${setting?.env ?? name}`);
    return value;
  });
}

function secretsOf(handler: PaymentHandler, options: ConformanceOptions): Secrets {
  const secrets = new Secrets(handler.description.config);
  for (const credential of Object.values(options.credentials ?? {})) secrets.addCredential(credential);
  secrets.addCredential(handler.exampleInstrument?.credential);
  for (const { settings = {} } of [options, options.unreachable ?? {}])
    for (const [name, value] of Object.entries(settings)) if (SECRET_NAME.test(name)) secrets.add(value);
  for (const account of [options.account, options.unreachable?.account, handler.portalAccount])
    for (const { name, secret } of handler.account ?? []) if (secret) secrets.add(account?.[name]);
  return secrets;
}

function newId(prefix: string): string {
  return `${prefix}_${crypto.randomUUID()}`;
}
