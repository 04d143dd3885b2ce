/** English texts of the pages on which people sign in. They define the form of every language. */
export const signInEn = {
  title: 'Sign in',
  arriving: 'One moment',
  go_on: 'Continue',
  intro: 'Enter your mail address. You get a mail with a link and a code.',
  send: 'Send link and code',
  sent: 'Look into your mail',
  sent_text: (email: string) =>
    `If ${email} belongs to the staff of a shop, a mail with a link and a code is on its way. Both work for 15 minutes and sign in only this browser.`,
  sent_to: (email: string) =>
    `A mail with a link and a code is on its way to ${email}. Both work for 15 minutes and sign in only this browser.`,
  mail_off: 'This portal sends no mail, so nobody can sign in. Its operator can change that.',
  code: 'Code from the mail',
  use_code: 'Sign in',
  other_address: 'Use another address',
  link_text: 'Press the button to finish signing in.',
  link_button: 'Sign in',
  code_title: 'Your code',
  code_text:
    'The sign-in began in another browser. Enter this code there, on the page that you opened yourself. Never tell it to anyone.',
  ended: 'This sign-in has ended',
  ended_text: 'The link or the code was used already, is older than 15 minutes, or too many wrong codes were entered.',
  again: 'Start again',
  wrong_code: 'This code is wrong. Please check it.',
  too_many: 'There were too many attempts. Please wait 15 minutes.',
  no_cookie: 'Your browser sent no cookie. Please allow cookies, open this page over HTTPS, and try again.',
  confirm: 'Confirm that it is you',
  passkeys: 'Passkeys',
  passkeys_text:
    'With a passkey you sign in by your fingerprint, face or PIN, without a mail. It stays in your device or password manager.',
  passkey_use: 'Sign in with a passkey',
  passkey_confirm: 'Confirm with a passkey',
  passkey_failed: 'The passkey did not work here. Please try again, or use the mail.',
  passkey_add: 'Add a passkey',
  passkey_none: 'You have no passkey yet.',
  passkey_remove: 'Remove',
  passkey_off: 'Passkeys need an address of this portal with a host name, over HTTPS.',
  passkey_added: (day: string) => `Added on ${day}`,
  passkey_name: 'Name',
  passkey_default: 'Passkey',
  passkey_rename: 'Save name',
  passkey_full: 'You have ten passkeys, the maximum. Remove one to add another.',
  passkey_used: (day: string) => `last used on ${day}`,
  confirm_account_text: 'This needs a sign-in of the last 15 minutes. You get a new mail.',
  confirm_text: 'What moves money needs a sign-in of the last 15 minutes. You get a new mail.',
};

export const signInMailEn = {
  subject: (shop: string) => `${shop}: sign in`,
  heading: 'Sign in',
  text: (shop: string) => `Someone, probably you, wants to sign in to ${shop} with this address.`,
  button: 'Sign in',
  code: 'Or enter this code',
  hint: 'Link and code work once, within 15 minutes, in the browser in which the sign-in began. If it was not you, ignore this mail: without it nobody can sign in. Never tell the code to anyone.',
};

export type SignInTexts = typeof signInEn;
export type SignInMailTexts = typeof signInMailEn;
