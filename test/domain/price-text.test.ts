import { expect, test } from 'vitest';
import { isGtin } from '../../src/domain/shop/gtin.js';
import { formatPrice, parsePrice } from '../../src/domain/values/price-text.js';

test.each([
  ['19.99', 'EUR', 1999],
  ['19,99', 'EUR', 1999],
  ['19,99 EUR', 'EUR', 1999],
  ['EUR 19.9', 'EUR', 1990],
  ['€19.99', 'EUR', 1999],
  ['15 USD', 'USD', 1500],
  ['1,299.00 USD', 'USD', 129_900],
  ['1.299,00 EUR', 'EUR', 129_900],
  ["1'299.50 CHF", 'CHF', 129_950],
  ['1 299,50 EUR', 'EUR', 129_950],
  ['0.07', 'EUR', 7],
  ['1234', 'JPY', 1234],
  ['1.234', 'KWD', 1234],
  // No double has this value; the text is parsed as digits.
  ['90071992547.09', 'EUR', 9_007_199_254_709],
])('reads %s in %s as %i minor units', (text, currency, amount) => {
  expect(parsePrice(text, currency)).toMatchObject({ amount });
});

test.each([
  ['', 'EUR', /such as 19\.99/],
  ['free', 'EUR', /such as/],
  ['-5.00', 'EUR', /such as|in EUR/],
  ['19.99 USD', 'EUR', /in EUR/],
  ['$19.99', 'EUR', /in EUR/],
  ['19.999', 'EUR', /thousands or a part/],
  ['1,234', 'USD', /thousands or a part/],
  ['19.9999', 'EUR', /at most 2 decimals/],
  ['19.99', 'JPY', /at most 0 decimals/],
  ['1,23,456.00', 'EUR', /such as 1299/],
])('rejects %s in %s', (text, currency, problem) => {
  expect(parsePrice(text, currency)).toMatch(problem);
});

test('marks whole numbers without a currency, which may be minor units, and formats prices', () => {
  const whole = (text: string) => parsePrice(text, 'EUR');
  expect([whole('1999'), whole('1999 EUR'), whole('19.99')]).toMatchObject([
    { isBareInteger: true },
    { isBareInteger: false },
    { isBareInteger: false },
  ]);
  expect([formatPrice(5, 'EUR'), formatPrice(1999, 'EUR'), formatPrice(1999, 'JPY')]).toEqual([
    '0.05',
    '19.99',
    '1999',
  ]);
});

test('accepts GTINs of 8, 12, 13 or 14 digits, and detects every wrong check digit', () => {
  // The examples of the GS1 General Specifications and of its check digit calculator.
  for (const right of ['4006381333931', '036000291452', '96385074', '10614141000415']) {
    expect(isGtin(right), right).toBe(true);
    const [last] = right.slice(-1);
    for (const digit of '0123456789') expect(isGtin(right.slice(0, -1) + digit)).toBe(digit === last);
  }
  for (const wrong of ['', '0', '400638133393', '4006381333931x', '40063813339310', ' 96385074'])
    expect(isGtin(wrong), wrong).toBe(false);
});
