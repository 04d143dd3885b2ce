"""Verifies what `portal log statement` writes: a SCITT transparent statement, or a W3C credential as a JWT.

    python3 verify_statement.py FILE VERIFIER_KEY

VERIFIER_KEY is the log's, known from elsewhere. Prints who signed what, and exits with 0 if everything is valid. Needs
Debian's python3-cbor2 and python3-cryptography. The log signs both forms, since the agent's own signature is neither
COSE nor JWS; it is inside, and is verified too.
"""

import base64
import hashlib
import json
import os
import sys

import cbor2
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_public_key

# The folder of the verifier is part of the package, so nothing is cached there.
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "verify"))
import verify  # noqa: E402

ALG, CONTENT_TYPE, KID, CWT_CLAIMS, RECEIPTS, VDS, VDP = 1, 3, 4, 15, 394, 395, 396
LEAF, TREE_SIZE, SIGNED_RECEIPT = -65538, -65537, -65539


def unpadded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def raw(key):
    return key.public_bytes(Encoding.Raw, PublicFormat.Raw)


def from_base64url(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def open_sign1(data, key, name, payload=None):
    """Verifies a COSE_Sign1 of the log. Returns its headers and payload."""
    tag = cbor2.loads(data)
    assert tag.tag == 18
    protected, unprotected, attached, signature = tag.value
    header = cbor2.loads(protected)
    x = unpadded(raw(key))
    thumbprint = unpadded(hashlib.sha256(f'{{"crv":"Ed25519","kty":"OKP","x":"{x}"}}'.encode()).digest())
    assert header[ALG] == -8 and header[KID] == thumbprint.encode() and header[CWT_CLAIMS][1] == name
    signed = attached if payload is None else payload(header, unprotected)
    key.verify(signature, cbor2.dumps(["Signature1", protected, b"", signed]))
    return header, unprotected, signed


def root_in(header, unprotected):
    """Computes the root that a COSE receipt (RFC 9942) signs, from its leaf and path."""
    (proof,) = unprotected[VDP][-1]
    size, index, path = cbor2.loads(proof)
    assert header[VDS] == 1 and header[TREE_SIZE] == size and 0 <= index < size
    position, last, node = index, size - 1, verify.sha256(b"\x00", unprotected[LEAF])
    for sibling in path:
        assert last > 0 and len(sibling) == 32
        if position & 1 or position == last:
            node = verify.sha256(b"\x01", sibling, node)
            while position and not position & 1:
                position, last = position >> 1, last >> 1
        else:
            node = verify.sha256(b"\x01", node, sibling)
        position, last = position >> 1, last >> 1
    assert last == 0
    return node


def verify_scitt(data, key, name):
    header, unprotected, payload = open_sign1(data, key, name)
    (cose,) = unprotected[RECEIPTS]
    _, proof, _ = open_sign1(cose, key, name, root_in)
    assert proof[LEAF] == payload and header[CONTENT_TYPE] == "application/json"
    entry, submission = json.loads(payload), json.loads(unprotected[SIGNED_RECEIPT])
    signed = verify.receipt_bytes(verify.parse_bundle(unprotected[SIGNED_RECEIPT])["receipt"])
    assert hashlib.sha256(signed).hexdigest() == entry["receipt_hash"] == header[CWT_CLAIMS][2]
    load_pem_public_key(submission["public_key"].encode()).verify(base64.b64decode(submission["signature"]), signed)
    return entry["id"], submission["receipt"]


def verify_credential(data, key, name, vkey):
    head, body, signature = data.decode().split(".")
    key.verify(from_base64url(signature), f"{head}.{body}".encode())
    header, credential = json.loads(from_base64url(head)), json.loads(from_base64url(body))
    jwk = json.loads(from_base64url(credential["issuer"]["id"][len("did:jwk:") :]))
    assert header["alg"] == "EdDSA" and header["typ"] == "vc+jwt"
    assert header["kid"] == credential["issuer"]["id"] + "#0" and credential["issuer"]["name"] == name
    assert jwk["x"] == unpadded(raw(key)) and "VerifiableCredential" in credential["type"]
    bundle = verify.parse_bundle(from_base64url(body))["credentialSubject"]["bundle"]
    verify.verify(bundle, log=vkey)
    assert credential["id"] == "urn:uuid:" + bundle["id"] and credential["validFrom"] == bundle["received_at"]
    return bundle["id"], bundle["receipt"]


def main(file, vkey):
    with open(file, "rb") as opened:
        data = opened.read()
    name, _, key_bytes = verify.read_vkey(vkey)
    key = Ed25519PublicKey.from_public_bytes(key_bytes)
    is_jwt = data.startswith(b"eyJ")
    receipt_id, receipt = verify_credential(data, key, name, vkey) if is_jwt else verify_scitt(data, key, name)
    print(f"signed by the log {name}: it accepted the receipt {receipt_id}")
    print(f"signed by the agent {receipt['agent_id']}: job {receipt['job_id']}, {receipt['resolution']}")


if __name__ == "__main__":
    main(*sys.argv[1:])
