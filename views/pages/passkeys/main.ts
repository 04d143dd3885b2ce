/** Creates and uses passkeys. Without this script their forms stay hidden, and people sign in by mail. */

/** Time for which the browser waits for the person, in milliseconds. */
const PATIENCE_MS = 5 * 60_000;

/** EdDSA, ES256 and RS256, as on the server. */
const ALGORITHMS = [-8, -7, -257];

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) {
  if (!('PublicKeyCredential' in window)) continue;
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (form.ariaBusy !== 'true') void answer(form);
  });
}

/** Sends the form with the credential; shows the form's problem if there is none, as after a cancellation. */
async function answer(form: HTMLFormElement): Promise<void> {
  const problem = form.querySelector<HTMLElement>('.error');
  problem?.setAttribute('hidden', '');
  form.ariaBusy = 'true';
  try {
    const credential = form.dataset.passkey === 'use' ? await useCredential(form) : await createCredential(form);
    if (!(credential instanceof PublicKeyCredential)) throw new Error('The browser has no credential.');
    const field = form.elements.namedItem('credential');
    if (field instanceof HTMLInputElement) field.value = JSON.stringify(jsonOf(credential));
    form.submit();
  } catch {
    problem?.removeAttribute('hidden');
  }
  form.ariaBusy = 'false';
}

function useCredential({ dataset: { challenge = '', rpId = '' } }: HTMLFormElement) {
  const publicKey = {
    challenge: bytesOf(challenge),
    rpId,
    userVerification: 'required',
    timeout: PATIENCE_MS,
  } as const;
  return navigator.credentials.get({ publicKey });
}

function createCredential({ dataset }: HTMLFormElement) {
  const { challenge = '', rpId = '', userId = '', userName = '', known = '' } = dataset;
  const publicKey: PublicKeyCredentialCreationOptions = {
    challenge: bytesOf(challenge),
    rp: { id: rpId, name: rpId },
    user: { id: bytesOf(userId), name: userName, displayName: userName },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: known
      .split(' ')
      .filter((id) => id !== '')
      .map((id) => ({ type: 'public-key', id: bytesOf(id) })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
    timeout: PATIENCE_MS,
  };
  return navigator.credentials.create({ publicKey });
}

function jsonOf({ id, rawId, type, response }: PublicKeyCredential): object {
  const credential = { id, rawId: textOf(rawId), type };
  const clientDataJSON = textOf(response.clientDataJSON);
  if (response instanceof AuthenticatorAttestationResponse)
    return { ...credential, response: { clientDataJSON, attestationObject: textOf(response.attestationObject) } };
  if (!(response instanceof AuthenticatorAssertionResponse)) throw new Error('The browser sent another response.');
  const { authenticatorData, signature, userHandle } = response;
  return {
    ...credential,
    response: {
      ...{ clientDataJSON, authenticatorData: textOf(authenticatorData), signature: textOf(signature) },
      userHandle: userHandle && textOf(userHandle),
    },
  };
}

/** Decodes base64url. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (one) => one.charCodeAt(0));
}

/** Encodes as base64url. */
function textOf(buffer: ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
