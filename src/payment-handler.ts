/**
 * Types and helper for payment handlers outside this repository (docs/payment-handlers.md). The package exports it as
 * `commerce-portal/payment-handler`.
 */

export type { Instrument } from './domain/checkout/instrument.js';
export type { PostalAddress } from './domain/values/address.js';
export { definePaymentHandler, InvalidPaymentHandler } from './payment-handler/define.js';
export type { HandlerSetting, PaymentHandlerFactory } from './payment-handler/factory.js';
export type * from './ports/payment.js';
