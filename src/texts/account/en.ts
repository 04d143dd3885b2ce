/** English texts of a person's page in a shop. They define the form of every language. */
export const accountEn = {
  title: 'Your account',
  signed_in: (email: string) => `You are signed in as ${email}.`,
  sign_in: 'Sign in',
  sign_in_why: 'If you sign in, you find this connection in your account, and can change its limits. You need not.',
  open: 'Your account',
  assistants: 'Your assistants',
  no_assistants: 'You have connected no assistant to this shop while you were signed in.',
  ended: 'ended',
  change_limits: 'Change the limits',
  save_limits: 'Save the limits',
  saved: 'Saved.',
  orders: 'Your orders',
  no_orders: 'There are no orders with your mail address.',
  data: 'Your data',
  data_text: "What this shop's merchant has stored about you: your orders, carts and assistants.",
  download: 'Download your data',
  erase: 'Erase your data',
  erase_text:
    'This ends all your assistants at this merchant, erases you from its carts and orders, and signs you out everywhere. Orders that the merchant must keep by law keep your data. It cannot be undone.',
  erase_button: 'Erase my data now',
  erased: 'Your data was erased',
  erased_orders: (count: number) => `Orders from which you were erased: ${count}`,
  erased_carts: (count: number) => `Carts that were erased: ${count}`,
  kept: 'These orders keep your data until the merchant may erase it:',
  too_many: 'Please wait a minute and try again.',
  sign_out: 'Sign out',
  sign_out_everywhere: 'Sign out everywhere',
  outdated: 'This page has expired. Please try again.',
};

export type AccountTexts = typeof accountEn;
