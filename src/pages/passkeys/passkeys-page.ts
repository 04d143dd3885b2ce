import { MAX_PASSKEYS, type Passkey } from '../../domain/person/passkey.js';
import { isRecentSignIn } from '../../domain/person/session.js';
import type { Shop } from '../../domain/shop/shop.js';
import type { SignInDeps } from '../../sign-in/deps.js';
import type { RelyingParty } from '../../sign-in/passkey-challenge.js';
import { dateText } from '../../texts/dates.js';
import { isoTime } from '../../view/format.js';
import type { Visit } from '../desk/visit.js';
import { type Html, html } from '../html.js';
import { problemPart } from '../problems.js';
import { createPasskeyForm, nameField } from '../sign-in/passkey-form.js';
import { accountPath, DESK, passkeysPath, signInPath } from '../sign-in/return-path.js';

/** A visit to the page of a person's passkeys. */
export interface PasskeyVisit extends Visit {
  /** Shop whose design the page has; `undefined` for that of the desk. */
  readonly shop: Shop | undefined;
}

interface Shown {
  readonly known: readonly Passkey[];
  /** `undefined` where passkeys do not work. */
  readonly party: RelyingParty | undefined;
  readonly problem: string | undefined;
}

/** Renders the page of a person's passkeys. Names and removals work without scripts; only adding needs one. */
export function passkeysBody(deps: Pick<SignInDeps, 'store'>, visit: PasskeyVisit, shown: Shown): Html {
  const { locale, root, shop } = visit;
  const { sign_in, account, desk } = locale.texts;
  const known = shown.known.toSorted((one, other) => one.created_at - other.created_at);
  return html`<h1>${sign_in.passkeys}</h1>
<p class="lead">${sign_in.passkeys_text}</p>
${shown.problem !== undefined && problemPart(shown.problem)}
${known.length === 0 && html`<p>${sign_in.passkey_none}</p>`}
${known.map((passkey, index) => passkeyCard(visit, passkey, `passkey-${index + 1}`))}
${addPart(deps, visit, { ...shown, known })}
<p><a href="${root}/${shop ? accountPath(shop.id) : DESK}">${shop ? account.title : desk.title}</a></p>`;
}

function passkeyCard(visit: PasskeyVisit, { id, name, created_at, last_used_at }: Passkey, key: string): Html {
  const { locale, tokenField, root, shop } = visit;
  const { sign_in } = locale.texts;
  const query = shop ? `?shop=${shop.id}` : '';
  const dayOf = (time: number) => dateText(isoTime(time), 'day', locale.tag, shop?.settings.time_zone ?? 'UTC');
  const own = html`${tokenField()}<input type="hidden" name="passkey" value="${id}">`;
  return html`<section class="card" aria-labelledby="${key}">
<h2 id="${key}">${name}</h2>
<p class="hint">${sign_in.passkey_added(dayOf(created_at))}${last_used_at !== null && html`, ${sign_in.passkey_used(dayOf(last_used_at))}`}</p>
<form method="post" action="${root}/passkeys/rename${query}" class="narrow">${own}
${nameField({ id: `${key}-name`, label: sign_in.passkey_name, value: name })}
<p><button class="quiet">${sign_in.passkey_rename}</button></p></form>
<form method="post" action="${root}/passkeys/remove${query}">${own}<p><button class="quiet">${sign_in.passkey_remove}<span class="vh">: ${name}</span></button></p></form>
</section>`;
}

function addPart(deps: Pick<SignInDeps, 'store'>, visit: PasskeyVisit, { known, party }: Shown): Html {
  const { locale, token, root, shop, person, session, now } = visit;
  const { sign_in } = locale.texts;
  if (!party) return html`<p>${sign_in.passkey_off}</p>`;
  if (known.length >= MAX_PASSKEYS) return html`<p>${sign_in.passkey_full}</p>`;
  const path = passkeysPath(shop?.id);
  if (!isRecentSignIn(session, now)) {
    const confirm = signInPath({ shopId: shop?.id, returnTo: path, isConfirming: true });
    return html`<p><a href="${root}/${confirm}">${sign_in.passkey_add}</a></p>`;
  }
  return createPasskeyForm(deps, locale, { party, cookie: token, at: now, action: `${root}/${path}`, person, known });
}
