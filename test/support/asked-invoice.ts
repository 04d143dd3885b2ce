import { invoice } from '../../src/payments/handlers/invoice.js';
import type { PaymentHandler } from '../../src/ports.js';

const { authorizesAs: _, ...asked } = invoice;

/** Payment by invoice as a handler that the portal has to ask, from which tests make handlers of their own. */
export const askedInvoice: PaymentHandler = asked;
