import type { Locale } from '../../texts/locale.js';
import { type Html, html } from '../html.js';
import { problemPart } from '../problems.js';
import type { StaffPage } from '../staff-page.js';
import { formTokenField } from './form-token.js';
import { signInPath } from './return-path.js';

/** Reason for which the form with the address is shown again. */
export type Problem = 'email' | 'too_many' | 'no_cookie' | 'mail_off' | 'passkey_failed';

interface AddressForm {
  /** Secret of the form's token. */
  readonly browser: string;
  readonly returnTo: string;
  readonly problem?: Problem | undefined;
  /** Address of a person who is signed in and confirms that it is them. */
  readonly confirming?: string | undefined;
  /** Shop in whose account the person signs in; `undefined` at the desk. */
  readonly shopId: string | undefined;
  /** Form for a passkey; `undefined` where passkeys do not work. */
  readonly passkey: Html | undefined;
}

/** Page on which people enter their address. */
export function addressPage({ texts }: Locale, shown: AddressForm): StaffPage {
  const { browser, returnTo, problem, confirming, shopId, passkey } = shown;
  const { sign_in } = texts;
  const title = confirming === undefined ? sign_in.title : sign_in.confirm;
  const reason = shopId === undefined ? sign_in.confirm_text : sign_in.confirm_account_text;
  const field =
    confirming === undefined
      ? html`<div class="field"><label for="email">${texts.fields.email}</label>
<input id="email" name="email" type="email" autocomplete="email" required maxlength="254"${problem === 'email' && html` aria-invalid="true" aria-describedby="problem"`}></div>`
      : html`<p><strong>${confirming}</strong></p><input type="hidden" name="confirm" value="1">`;
  return {
    title,
    body: html`<h1>${title}</h1>
<p class="lead">${confirming === undefined ? sign_in.intro : reason}</p>
${problem && problemPart(problemText(texts, problem))}
<form method="post" action="sign-in" class="narrow">
${formTokenField(browser)}<input type="hidden" name="return" value="${returnTo}">
${shopId !== undefined && html`<input type="hidden" name="shop" value="${shopId}">`}
${field}
<p><button class="primary">${sign_in.send}</button></p></form>
${passkey}`,
    hasPasskeys: passkey !== undefined,
  };
}

function problemText({ sign_in, errors }: Locale['texts'], problem: Problem): string {
  return problem === 'email' ? errors.email : sign_in[problem];
}

interface CodeForm {
  readonly id: string;
  readonly browser: string;
  readonly email: string;
  readonly isWrong: boolean;
  readonly shopId: string | undefined;
}

/** Page that waits for the code of a mail. */
export function codePage({ texts: { sign_in } }: Locale, shown: CodeForm): StaffPage {
  const { id, browser, email, isWrong, shopId } = shown;
  const text = shopId === undefined ? sign_in.sent_text(email) : sign_in.sent_to(email);
  return {
    title: sign_in.sent,
    body: html`<h1>${sign_in.sent}</h1>
<p class="lead">${text}</p>
${isWrong && problemPart(sign_in.wrong_code)}
<form method="post" action="${id}/code" class="narrow">
${formTokenField(browser)}
<div class="field"><label for="code">${sign_in.code}</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" required maxlength="20"${isWrong && html` aria-invalid="true" aria-describedby="problem"`}></div>
<p><button class="primary">${sign_in.use_code}</button></p></form>
<p><a href="../${signInPath({ shopId })}">${sign_in.other_address}</a></p>`,
  };
}

/** Page behind a link. Only its button uses the link, so programs that open links in mails do not. */
export function linkPage({ texts: { sign_in } }: Locale, token: string): StaffPage {
  return {
    title: sign_in.title,
    body: html`<h1>${sign_in.title}</h1>
<p class="lead">${sign_in.link_text}</p>
<form method="post" action="${token}" class="narrow">${formTokenField(token)}
<p><button class="primary">${sign_in.link_button}</button></p></form>`,
  };
}

/** Page for a link that was opened in another browser. */
export function otherBrowserPage({ texts: { sign_in } }: Locale, code: string): StaffPage {
  return {
    title: sign_in.code_title,
    body: html`<h1>${sign_in.code_title}</h1>
<p class="code"><strong>${code}</strong></p>
<p class="lead">${sign_in.code_text}</p>`,
  };
}

/**
 * @param root root of the portal, relative to the page
 * @param shopId shop in whose account the person wanted to sign in; `undefined` at the desk
 */
export function endedPage({ texts: { sign_in } }: Locale, root: string, shopId: string | undefined): StaffPage {
  return {
    title: sign_in.ended,
    body: html`<h1>${sign_in.ended}</h1>
<p class="lead">${sign_in.ended_text}</p>
<p><a href="${root}/${signInPath({ shopId })}">${sign_in.again}</a></p>`,
  };
}
