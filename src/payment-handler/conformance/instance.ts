import type {
  AccountTest,
  Capture,
  CaptureOutcome,
  Credential,
  HandlerContext,
  PaymentAttempt,
  PaymentHandler,
  PaymentOutcome,
  PaymentReport,
  PaymentToVoid,
  ProviderEvent,
  ProviderRequest,
  Refund,
  RefundOutcome,
  RenewalOutcome,
} from '../../ports/payment.js';
import type { Recorder } from './recorder.js';

/** A handler as one process of the portal has it. Calls of functions that it lacks are errors. */
export class Instance {
  readonly handler: PaymentHandler;
  private readonly context: HandlerContext;
  private readonly recorder: Recorder;

  constructor(handler: PaymentHandler, context: HandlerContext, recorder: Recorder) {
    this.handler = handler;
    this.context = context;
    this.recorder = recorder;
  }

  authorize(attempt: PaymentAttempt, credential: Credential | undefined): Promise<PaymentOutcome> {
    return this.recorder.call('authorize', () => this.handler.authorize(attempt, credential, this.context));
  }

  status(attempt: PaymentAttempt): Promise<PaymentReport> {
    return this.recorder.call('status', () => this.handler.status(attempt, this.context));
  }

  void(payment: PaymentToVoid): Promise<void> {
    const { id, handler_id, amount, currency } = payment;
    return this.recorder.call('void', () => this.handler.void({ id, handler_id, amount, currency }, this.context));
  }

  refund(refund: Refund): Promise<RefundOutcome> {
    return this.recorder.call('refund', () => this.handler.refund(refund, this.context));
  }

  capture(capture: Capture): Promise<CaptureOutcome> {
    return this.recorder.call('capture', async () => this.handler.capture?.(capture, this.context) ?? missing());
  }

  renew(attempt: PaymentAttempt): Promise<RenewalOutcome> {
    return this.recorder.call('renew', async () => this.handler.renew?.(attempt, this.context) ?? missing());
  }

  receive(request: ProviderRequest): Promise<ProviderEvent | undefined> {
    return this.recorder.call('receive', async () => this.handler.receive?.(request, this.context));
  }

  testAccount(): Promise<AccountTest> {
    return this.recorder.call('testAccount', async () => this.handler.testAccount?.(this.context) ?? missing());
  }

  /** Asks for a sentence about a credential, which must not contain it. */
  refuseCredential(credential: Credential | undefined): string | undefined {
    const sentence = this.handler.refuseCredential(credential);
    this.recorder.watch('the sentence of refuseCredential', sentence);
    return sentence;
  }
}

function missing(): never {
  throw new Error('the handler lacks this function');
}
