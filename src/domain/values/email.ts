/** Normalizes an email address for comparison: NFC, lower case, without surrounding white space. */
export function addressOf(email: string): string {
  return email.normalize('NFC').trim().toLowerCase();
}
