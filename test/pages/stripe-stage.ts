import { makeStripe } from '../../src/payments/handlers/stripe/stripe.js';
import { Merchant } from '../actors/merchant.js';
import { serveStripeJs } from '../support/stripe/stripe-js.js';
import { StripeStandIn, stripeApi, TEST_KEYS } from '../support/stripe/stripe-stand-in.js';
import type { Agent } from './agent.js';
import type { Person } from './person.js';
import { ONE, shipped } from './scenes.js';
import { openStage, type Stage } from './stage.js';

/** A stage whose shop takes payments through a stand-in of Stripe. */
export interface StripeStage {
  readonly stage: Stage;
  readonly standIn: StripeStandIn;
  /** Creates an agent with a cart that lacks nothing but the payment. */
  agent(): Promise<Agent>;
  /** Opens the link for the buyer in a browser that has the script of Stripe. */
  buyer(agent: Agent): Promise<Person>;
  close(): Promise<void>;
}

export async function openStripeStage(): Promise<StripeStage> {
  const standIn = new StripeStandIn(Date.now);
  const url = await standIn.listen();
  const providers = [new URL(url).origin, 'https://js.stripe.com', 'https://api.stripe.com'];
  const stage = await openStage({ handlers: [makeStripe(stripeApi(url), TEST_KEYS)] }, providers);
  await new Merchant(stage.portal).changeSettings(() => ({ payment_handlers: ['stripe'] }));
  return {
    stage,
    standIn,
    agent: () => shipped({ stage }, ONE),
    async buyer(agent) {
      const person = await stage.person('about:blank');
      await serveStripeJs(person.page, standIn.state);
      await person.page.goto(agent.continue_url);
      return person;
    },
    async close() {
      await stage.close();
      await standIn.close();
    },
  };
}
