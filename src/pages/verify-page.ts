import { codeBlock } from './docs/code-block.js';
import { type Html, html } from './html.js';

/** Path of the script that verifies receipts in the browser (views/verify). */
export const VERIFY_SCRIPT_PATH = '/verify/script.js';

const COMMAND = 'npx portal receipt verify bundle.json --signer FINGERPRINT --log VERIFIER_KEY';

/** Renders the page at `/verify`. Its script shows the form; without scripts, the command line does the same. */
export function verifyPage(): Html {
  return html`<h1>Verify a receipt</h1>
<p class="lead">A receipt states what an agent did, and an order statement what a shop sold. Signatures show who stated it, and the proof in a bundle shows that a log has accepted the receipt.</p>
<form data-verify hidden>
<p>This page checks it in your browser, and uploads nothing.</p>
<p class="field"><label class="label" for="file">File</label>
<input id="file" type="file" accept=".json,application/json"></p>
<p class="field"><label class="label" for="text">Bundle, or signed receipt, or order statement, as JSON</label>
<textarea id="text" name="text" rows="10" spellcheck="false" autocomplete="off" required></textarea></p>
<p class="field"><label class="label" for="signer">Signer's key that you know</label>
<textarea id="signer" name="signer" rows="3" spellcheck="false" autocomplete="off" aria-describedby="signer-hint"></textarea>
<small id="signer-hint">Fingerprint or PEM. Without a key that you know, the check shows only that the receipt agrees with itself.</small></p>
<p class="field"><label class="label" for="log">Verifier key of the log that you know</label>
<input id="log" name="log" spellcheck="false" autocomplete="off"></p>
<p class="field"><label class="label" for="shop">Key ids of the shop that you know</label>
<input id="shop" name="shop" spellcheck="false" autocomplete="off" aria-describedby="shop-hint">
<small id="shop-hint">For an order statement. One of the two is enough.</small></p>
<p><button type="submit">Verify</button></p>
</form>
<div data-outcome role="status"></div>
<h2>On the command line</h2>
<p>The same check without a browser, offline. A bundle is the response of <a href="/docs/get_receipt_bundle">get_receipt_bundle</a>.</p>
${codeBlock('Command', COMMAND)}`;
}
