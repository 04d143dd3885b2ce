import { spawnSync } from 'node:child_process';
import type { KnownLog } from './spec-verifiers.js';

/** The verifiers of spec-verifiers.ts in Python, with Debian's python3-cbor2 and python3-cryptography. */

const SCRIPT = `
import base64, hashlib, json, sys
import cbor2
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

def sha256(*parts): return hashlib.sha256(b"".join(parts)).digest()

def b64(text):
    data = base64.b64decode(text, validate=True)
    assert base64.b64encode(data).decode() == text
    return data

def root_of(leaf, index, size, path):
    assert 0 <= index < size
    fn, sn, r = index, size - 1, leaf
    for p in path:
        assert sn > 0 and isinstance(p, bytes) and len(p) == 32
        if fn & 1 or fn == sn:
            r = sha256(b"\\x01", p, r)
            while fn and not fn & 1: fn, sn = fn >> 1, sn >> 1
        else:
            r = sha256(b"\\x01", r, p)
        fn, sn = fn >> 1, sn >> 1
    assert sn == 0
    return r

def cose(data, log, key):
    tag = cbor2.loads(data)
    assert cbor2.dumps(tag, canonical=False) is not None and tag.tag == 18
    protected, unprotected, payload, signature = tag.value
    header = cbor2.loads(protected)
    assert header[1] == -8 and header[395] == 1 and header[15][1] == log["origin"] and header[4] == log["kid"].encode()
    assert payload is None
    proof, = unprotected[396][-1]
    size, index, path = cbor2.loads(proof)
    # One bit makes the empty list of a tree with one leaf an empty map.
    assert isinstance(size, int) and isinstance(index, int) and isinstance(path, list) and header[-65537] == size
    root = root_of(sha256(b"\\x00", unprotected[-65538]), index, size, path)
    key.verify(signature, cbor2.dumps(["Signature1", protected, b"", root]))

def tlog_proof(data, log, key):
    head, checkpoint = data.decode().split("\\n\\n", 1)
    version, extra, index, *hashes = head.split("\\n")
    assert version == "c2sp.org/tlog-proof@v1" and extra.startswith("extra ") and index.startswith("index ")
    number = int(index[6:])
    assert str(number) == index[6:]
    text, signatures = checkpoint.split("\\n\\n", 1)
    origin, size, root = text.split("\\n")
    assert origin == log["origin"] and str(int(size)) == size and signatures.endswith("\\n")
    line, = signatures[:-1].split("\\n")
    dash, name, signed = line.split(" ")
    signed = b64(signed)
    assert dash == "\\u2014" and name == origin
    assert signed[:4] == sha256(origin.encode(), b"\\n\\x01", base64.b64decode(log["key"]))[:4]
    assert b64(root) == root_of(sha256(b"\\x00", b64(extra[6:])), number, int(size), [b64(one) for one in hashes])
    key.verify(signed[4:], (text + "\\n").encode())

task = json.load(sys.stdin)
key = Ed25519PublicKey.from_public_bytes(base64.b64decode(task["log"]["key"]))
check = {"cose": cose, "tlog-proof": tlog_proof}[task["format"]]
def accepts(data):
    try:
        check(base64.b64decode(data), task["log"], key)
        return True
    except Exception:
        return False
json.dump([accepts(data) for data in task["proofs"]], sys.stdout)
`;

/** The default Python may lack Debian's packages, which only the system's Python has. */
const INTERPRETER = ['python3', '/usr/bin/python3'].find(
  (program) => spawnSync(program, ['-c', 'import cbor2, cryptography']).status === 0,
);

/** Reason for skipping the Python tests here. In CI, every package must be present. */
export const PYTHON_MISSING =
  INTERPRETER !== undefined || process.env.CI
    ? undefined
    : "Python's modules cbor2 and cryptography (Debian: python3-cbor2, python3-cryptography) are not on this machine";

/** Returns the Python that has both packages. */
export function pythonWithCbor(): string {
  return INTERPRETER ?? 'python3';
}

/** For each proof, returns true if Python accepts it. */
export function acceptedInPython(
  format: 'cose' | 'tlog-proof',
  proofs: readonly Uint8Array[],
  log: KnownLog,
): readonly boolean[] {
  const input = JSON.stringify({
    format,
    log: { ...log, key: Buffer.from(log.key).toString('base64') },
    proofs: proofs.map((bytes) => Buffer.from(bytes).toString('base64')),
  });
  const ran = spawnSync(pythonWithCbor(), ['-c', SCRIPT], { input, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (ran.status !== 0) throw new Error(ran.stderr);
  const answers: unknown = JSON.parse(ran.stdout);
  if (Array.isArray(answers)) return answers.map((answer) => answer === true);
  throw new Error(ran.stdout);
}
