/** The buyer's wish, and the model's instructions. */

export const WISH = `Please buy two enamel camp mugs for me. I will pick them up in Portland and pay by invoice.
I am Robin Park, robin@example.com.`;

/** The highest total that the buyer consents to, in minor units of the shop's currency: 5000 is 50.00. */
export const BUDGET = Number(process.env.BUDGET ?? 5_000);

export const INSTRUCTIONS = `You buy for one person, with the tools of a shop. Do not ask back: everything you need is in the order.
The person consents to any total up to ${(BUDGET / 100).toFixed(2)}. When the order is placed, or cannot be placed, say so in one sentence.`;

/** The name of a real model; without one, the scripted model acts. */
export const MODEL = process.env.MODEL;

/** Maximum turns. A purchase needs fewer, so this stops only a model that goes in circles. */
export const MOST_TURNS = 30;
