import { describe } from 'vitest';
import { chargedMore, fractionsOfCents, movedAfterwards } from './known-failures/amounts-suite.js';
import { beyondItsLimit } from './known-failures/discounts-suite.js';
import { lostWrites, mixedUpAnswers, secondOrders } from './known-failures/repeats-suite.js';
import { blockedByCarts, soldTwice } from './known-failures/stock-suite.js';

/** Known failures of shops. Each title describes a failure, and its test proves that it does not happen here. */
describe('known failures of shops do not happen', () => {
  describe('one unit is sold twice without any concurrency', soldTwice);
  describe('an expired cart blocks stock', blockedByCarts);
  describe('totals have fractions of a cent', fractionsOfCents);
  describe('a buyer is charged another amount than was shown', chargedMore);
  describe('a price changes after its payment has begun', movedAfterwards);
  describe('one of two parallel writes is lost', lostWrites);
  describe('completing a checkout again places a second order', secondOrders);
  describe('a repeated idempotency key gets the response to another call', mixedUpAnswers);
  describe('a discount is used beyond its limit', beyondItsLimit);
});
