import { writeFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { fromBase64, utf8 } from '../../attestation/bytes.js';
import { credentialJwt, credentialSigningInput } from '../../attestation/credential.js';
import { readVkey } from '../../attestation/note.js';
import { receiptOf } from '../../attestation/receipt.js';
import { statementSignedBytes, transparentStatement } from '../../attestation/transparent-statement.js';
import { type LogCheckpoint, toLogCheckpoint } from '../../domain/receipt/log-checkpoint.js';
import type { AcceptedReceipt } from '../../domain/receipt/receipt.js';
import { required } from '../../domain/values/required.js';
import { bundleWithKey } from '../../operations/receipt/bundle-of.js';
import { exportProof } from '../../operations/receipt/log-proofs.js';
import type { Rows, SignedLog } from '../../ports.js';
import { type Cli, commandWith } from '../command.js';
import { CommandError } from '../output.js';
import { withStore } from '../with-store.js';
import { signLog } from './sign-log.js';

type Format = 'scitt' | 'vc-jose';

interface StatementOptions {
  readonly format: Format;
  readonly out: string;
}

export function statementCommand(cli: Cli): Command {
  return commandWith('statement', "sign a statement about an accepted receipt with the log's key, for other software", [
    'database',
    'logKey',
    'logSigned',
  ])
    .argument('<receipt>', 'id of the receipt')
    .addOption(
      new Option('--format <form>', 'SCITT transparent statement (RFC 9943), or W3C credential as a JWT')
        .choices(['scitt', 'vc-jose'])
        .makeOptionMandatory(),
    )
    .requiredOption('--out <file>', 'file to write')
    .action(async (id: string, options: StatementOptions) => {
      const bytes = await withStore(cli, { ...options }, async (store, { now }) => {
        const row = await store.read((rows) => rows.find('receipt', id));
        if (!row) throw new CommandError(`there is no receipt ${id}`);
        const signed = await signLog(store, row.organization_id);
        const stored = toLogCheckpoint(signed, now);
        return store.read((rows) => MAKERS[options.format](rows, row, stored, signed));
      });
      writeFileSync(options.out, bytes);
    });
}

type Maker = (rows: Rows, row: AcceptedReceipt, stored: LogCheckpoint, signed: SignedLog) => Uint8Array;

const MAKERS: Readonly<Record<Format, Maker>> = {
  scitt(rows, row, stored, signed) {
    const { receipt_hash } = row;
    const { entry, cose } = exportProof(rows, row, stored);
    const claims = { entry: decoded(entry), receipt_hash };
    const log = readVkey(signed.public_key);
    const { signature, public_key } = bundleWithKey(rows, row, stored, undefined);
    return transparentStatement(
      claims,
      {
        signature: signed.sign(statementSignedBytes(claims, log)),
        cose: decoded(cose),
        submission: { receipt: receiptOf(row.signed_bytes), signature, public_key },
      },
      log,
    );
  },
  'vc-jose'(rows, row, stored, signed) {
    const bundle = bundleWithKey(rows, row, stored, undefined);
    const input = credentialSigningInput(bundle, row.receipt_hash, readVkey(signed.public_key));
    return utf8(credentialJwt(input, signed.sign(utf8(input))));
  },
};

function decoded(base64: string): Uint8Array {
  return required(fromBase64(base64), 'base64');
}
