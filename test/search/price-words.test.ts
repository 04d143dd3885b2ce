import { expect, test } from 'vitest';
import { priceInWords } from '../../src/domain/search/price-words.js';

const most = (max_price: number) => ({ max_price });
const least = (min_price: number) => ({ min_price });
const between = (min_price: number, max_price: number) => ({ min_price, max_price });

test.each([
  ['gift under 30 dollars', 'USD', most(3000), 'gift'],
  ['gift under $30', 'USD', most(3000), 'gift'],
  ['under 25.50 usd gift', 'USD', most(2550), 'gift'],
  ['less than $1,299.50 laptop', 'USD', most(129_950), 'laptop'],
  ['laptop below 1,200 dollars', 'USD', most(120_000), 'laptop'],
  ['mug max 20', 'USD', most(2000), 'mug'],
  ['mugs over 10 bucks', 'USD', least(1000), 'mugs'],
  ['mugs between 10 and 20 dollars', 'USD', between(1000, 2000), 'mugs'],
  ['mugs $10 - $20', 'USD', between(1000, 2000), 'mugs'],
  ['Stuhl bis 300 Euro', 'EUR', most(30_000), 'Stuhl'],
  ['Stuhl bis zu 1.299,50 €', 'EUR', most(129_950), 'Stuhl'],
  ['Stuhl ab 50€ blau', 'EUR', least(5000), 'Stuhl blau'],
  ['Lampe zwischen 20 und 40 Euro', 'EUR', between(2000, 4000), 'Lampe'],
  ['Lampe für höchstens 40 EUR', 'EUR', most(4000), 'Lampe für'],
  ['lampe à moins de 30 euros', 'EUR', most(3000), 'lampe à'],
  ['taza por menos de 20 euros', 'EUR', most(2000), 'taza por'],
  ['tazza meno di 20 euro', 'EUR', most(2000), 'tazza'],
  ['mok onder de 20 euro', 'EUR', most(2000), 'mok'],
  ['kimono under 5000 yen', 'JPY', most(5000), 'kimono'],
  ['Velo unter 500 CHF', 'CHF', most(50_000), 'Velo'],
  ['piwo do under 30 PLN', 'PLN', most(3000), 'piwo do'],
  ['mug $1,299.50 or less', 'USD', most(129_950), 'mug'],
  ['mug 30 dollars and under', 'USD', most(3000), 'mug'],
  ['mug $30 max', 'USD', most(3000), 'mug'],
  ['chairs $100 or more', 'USD', least(10_000), 'chairs'],
  ['Tasse 20 Euro oder weniger', 'EUR', most(2000), 'Tasse'],
  ['30 dollars or morel mushrooms', 'USD', {}, '30 dollars or morel mushrooms'],
  // These are not prices, or not in the shop's currency.
  ['pot under 12 oz', 'USD', {}, 'pot under 12 oz'],
  ['desk 120 to 160 cm', 'USD', {}, 'desk 120 to 160 cm'],
  ['mug under 20 euros', 'USD', {}, 'mug under 20 euros'],
  ['water under 5 pounds', 'USD', {}, 'water under 5 pounds'],
  ['gift certificate $50', 'USD', {}, 'gift certificate $50'],
  ['thunder 30 dollars', 'USD', {}, 'thunder 30 dollars'],
  ['50 shades', 'USD', {}, '50 shades'],
  ['', 'USD', {}, ''],
])('reads the price, if any, in "%s" for a shop that sells in %s', (query, currency, bounds, rest) => {
  const taken = priceInWords(query, currency);
  expect(taken.bounds).toEqual(bounds);
  expect(taken.rest.replace(/\s+/g, ' ').trim()).toBe(rest);
});
