/** What the buyer wants, and what the model is told about its work. */

export const WISH = `Please buy two enamel camp mugs for me. I will pick them up in Portland and pay by invoice.
I am Robin Park, robin@example.com.`;

/** What the buyer consents to, in minor units of the shop's currency: 5000 = 50.00. */
export const BUDGET = Number(process.env.BUDGET ?? 5_000);

export const INSTRUCTIONS = `You buy for one person, with the tools of a shop. Do not ask back: everything you need is in the order.
The person consents to any total up to ${(BUDGET / 100).toFixed(2)}. When the order is placed, or cannot be placed, say so in one sentence.`;

/** The name of a real model; without one, the scripted model acts. */
export const MODEL = process.env.MODEL;

/** More turns than a purchase takes: a model that goes in circles is stopped. */
export const MOST_TURNS = 30;
