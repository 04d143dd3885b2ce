#!/usr/bin/env python3
"""Verifies receipt bundles (v0 and v1) and order statements offline, without a portal.

    verify.py [--signer KEY] [--log VERIFIER_KEY] [--witness VERIFIER_KEY]... BUNDLE...
    verify.py [--shop KID]... STATEMENT...

KEY is the fingerprint of the signer's public key, or a file with that key as PEM; KID is the id of a key of the shop. Get
all keys from elsewhere: a file made with somebody's own keys agrees with itself too. Each named witness must have cosigned
the checkpoint, and one of the named keys of the shop must have signed the statement.

Exit code 0: every file is valid under the keys that you named. 1: a file is not valid. 2: no verdict, since you named no
key, or a file cannot be read. The format: docs/receipts-format.md. Needs Python 3.9 and its package
cryptography (Debian: python3-cryptography).
"""

import argparse
import base64
import datetime
import hashlib
import json
import re
import sys

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature


class Invalid(Exception):
    """A bundle, or a key, is not valid. The message gives the reason."""


def need(condition, reason):
    if not condition:
        raise Invalid(reason)


# Strict JSON (RFC 7493). The standard library accepts duplicate members, NaN and lone surrogates.

MAX_DEPTH = 64
NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
SPACES = re.compile(r"[ \t\n\r]*")
PLAIN = re.compile(r'[^"\\\x00-\x1f]*')
ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
WORDS = {"true": True, "false": False, "null": None}


class Parser:
    """Parses one JSON text. All numbers become floats, which is what they are in I-JSON."""

    def __init__(self, text):
        self.text, self.at = text, 0

    def document(self):
        value = self.value(0)
        self.skip()
        need(self.at == len(self.text), "not strict JSON: text after the value")
        return value

    def skip(self):
        self.at = SPACES.match(self.text, self.at).end()

    def peek(self):
        self.skip()
        return self.text[self.at : self.at + 1]

    def take(self, char):
        need(self.peek() == char, "not strict JSON: it is not well-formed")
        self.at += 1

    def value(self, depth):
        char = self.peek()
        if char in ("{", "["):
            need(depth < MAX_DEPTH, "not strict JSON: too deep")
            return self.object(depth + 1) if char == "{" else self.array(depth + 1)
        if char == '"':
            return self.string()
        for word, value in WORDS.items():
            if self.text.startswith(word, self.at):
                self.at += len(word)
                return value
        return self.number()

    def object(self, depth):
        self.take("{")
        members = {}
        if self.peek() == "}":
            self.at += 1
            return members
        while True:
            self.skip()
            name = self.string()
            need(name not in members, "not strict JSON: a member appears twice")
            self.take(":")
            members[name] = self.value(depth)
            if self.peek() == "}":
                self.at += 1
                return members
            self.take(",")

    def array(self, depth):
        self.take("[")
        items = []
        if self.peek() == "]":
            self.at += 1
            return items
        while True:
            items.append(self.value(depth))
            if self.peek() == "]":
                self.at += 1
                return items
            self.take(",")

    def string(self):
        need(self.text[self.at : self.at + 1] == '"', "not strict JSON: it is not well-formed")
        self.at += 1
        parts = []
        while True:
            plain = PLAIN.match(self.text, self.at)
            parts.append(plain.group())
            self.at = plain.end() + 1
            char = self.text[plain.end() : self.at]
            if char == '"':
                return whole("".join(parts))
            need(char == "\\", "not strict JSON: it is not well-formed")
            parts.append(self.escape())

    def escape(self):
        char = self.text[self.at : self.at + 1]
        self.at += 1
        if char == "u":
            digits = self.text[self.at : self.at + 4]
            need(re.fullmatch("[0-9a-fA-F]{4}", digits), "not strict JSON: it is not well-formed")
            self.at += 4
            return chr(int(digits, 16))
        need(char in ESCAPES, "not strict JSON: it is not well-formed")
        return ESCAPES[char]

    def number(self):
        found = NUMBER.match(self.text, self.at)
        need(found, "not strict JSON: it is not well-formed")
        self.at, token = found.end(), found.group()
        value = float(token)
        need(abs(value) != float("inf"), "not strict JSON: a number that a double cannot hold")
        if re.fullmatch("-?[0-9]+", token):
            need(int(token) == int(value) or number_text(value) == token, "not strict JSON: a number that a double cannot hold")
        return value


def whole(text):
    """Joins escaped surrogate pairs. Halves of them are not Unicode."""
    try:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
    except UnicodeDecodeError:
        raise Invalid("not strict JSON: half a surrogate pair") from None


def parse_bundle(data):
    """Parses a file, which may also be the response of a portal that has the bundle in `data`."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise Invalid("not strict JSON: it is not UTF-8") from None
    value = Parser(text).document()
    if isinstance(value, dict) and "data" in value and "bundle" not in value:
        return value["data"]
    return value


# Canonical JSON (RFC 8785).


def canonical(value):
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, float):
        return number_text(value)
    if isinstance(value, str):
        return string_text(value)
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    names = sorted(value, key=lambda name: name.encode("utf-16-be"))
    return "{" + ",".join(f"{string_text(name)}:{canonical(value[name])}" for name in names) + "}"


def string_text(text):
    # With ensure_ascii=False, json escapes exactly what RFC 8785 does.
    return json.dumps(text, ensure_ascii=False)


def number_text(value):
    """Writes a number as ECMAScript does. repr has the same digits, but another layout."""
    if value == 0:
        return "0"
    sign = "-" if value < 0 else ""
    mantissa, _, exponent = repr(abs(value)).partition("e")
    before, _, after = mantissa.partition(".")
    after = "" if after == "0" else after
    digits = (before + after).lstrip("0")
    point = len(before) + int(exponent or 0) - (len(before + after) - len(digits))
    digits = digits.rstrip("0")
    if len(digits) <= point <= 21:
        text = digits + "0" * (point - len(digits))
    elif 0 < point <= 21:
        text = digits[:point] + "." + digits[point:]
    elif -6 < point <= 0:
        text = "0." + "0" * -point + digits
    else:
        fraction = "." + digits[1:] if len(digits) > 1 else ""
        text = f"{digits[0]}{fraction}e{'+' if point > 0 else '-'}{abs(point - 1)}"
    return sign + text


# Encodings and keys.


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def from_base64(text):
    """Decodes canonical base64; None for any other text."""
    if not re.fullmatch("[A-Za-z0-9+/]*={0,2}", text) or len(text) % 4:
        return None
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError:
        return None
    return data if base64.b64encode(data).decode() == text else None


P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
LOW_ORDER = {
    0,
    1,
    P - 1,
    int.from_bytes(bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"), "little"),
    int.from_bytes(bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"), "little"),
}
SPKI_PREFIX = bytes.fromhex("302a300506032b6570032100")
PEM = re.compile(
    "-----BEGIN PUBLIC KEY-----\n(MCowBQYDK2VwAyEA[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=)\n-----END PUBLIC KEY-----\n?"
)


def check_point(key):
    """Accepts 32 bytes that are the canonical encoding of a point of the curve, and not of low order."""
    need(len(key) == 32, "the public key must be 32 bytes")
    y = int.from_bytes(key, "little") % 2**255
    need(y < P and y not in LOW_ORDER, "the public key is weak")
    square = (y * y - 1) * (D * y * y + 1) % P
    need(pow(square, (P - 1) // 2, P) != P - 1, "the public key is no point of the curve")
    return key


def read_pem(pem):
    need(utf16_length(pem) <= 1000, "the public key is too long")
    found = PEM.fullmatch(pem.replace("\r\n", "\n"))
    need(found, "the public key is not one Ed25519 key as PEM")
    der = from_base64(found.group(1))
    need(der, "the public key is not one Ed25519 key as PEM")
    return check_point(der[len(SPKI_PREFIX) :])


def fingerprint_of(key):
    return sha256(SPKI_PREFIX, key).hex()


def is_signed(key, signature, message):
    """Ed25519 without the cofactor, as docs/receipts-format.md requires. OpenSSL verifies in this way."""
    if len(signature) != 64 or int.from_bytes(signature[32:], "little") >= L:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
        return True
    except InvalidSignature:
        return False


# The receipt.

# White space and line terminators of ECMAScript, except control characters.
SPACE = " \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
TIME = re.compile(
    r"([0-9]{4})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]"
    r"(?:\.[0-9]{1,9})?(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])"
)


def utf16_length(text):
    return len(text.encode("utf-16-le")) // 2


def is_time(text):
    found = isinstance(text, str) and TIME.fullmatch(text)
    if not found:
        return False
    year, month, day = map(int, found.groups())
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return day <= (29 if month == 2 and is_leap else [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1])


def is_id(value):
    return (
        isinstance(value, str)
        and 1 <= len(value) <= 255
        and not CONTROL.search(value)
        and not re.match(f"[{SPACE}]", value[0])
        and not re.match(f"[{SPACE}]", value[-1])
    )


def matches(pattern):
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None


RECEIPT = {
    "version": lambda value: value == "v0",
    "agent_id": is_id,
    "consumer_id": is_id,
    "job_id": is_id,
    "resolution": matches("[a-z][a-z0-9_]{0,63}"),
    "context_hash": matches("[\x20-\x7e]{1,255}"),
    "issued_at": is_time,
}


def check_limits(value, depth=1):
    """Limits of a receipt: 16 levels, 256 members, 8,192 UTF-16 code units per string or name."""
    if isinstance(value, str):
        need(utf16_length(value) <= 8192, "receipt: a string is too long")
    if isinstance(value, (dict, list)):
        need(depth <= 16, "receipt: too deep")
        need(len(value) <= 256, "receipt: too many members")
        for child in [*value, *value.values()] if isinstance(value, dict) else value:
            check_limits(child, depth + 1)


def receipt_bytes(receipt):
    """Checks the form of a receipt, and returns the bytes that are signed."""
    check_limits(receipt)
    for name, fits in RECEIPT.items():
        need(name in receipt and fits(receipt[name]), f"receipt: {name} is missing or not valid")
    need("metadata" not in receipt or isinstance(receipt["metadata"], dict), "receipt: metadata must be an object")
    need(not set(receipt) - set(RECEIPT) - {"metadata"}, "receipt: it has another member")
    signed = canonical(receipt).encode()
    need(len(signed) <= 32 * 1024, "receipt: it is too long")
    return signed


# The log.

SIGNATURE_LINE = re.compile(f"\u2014 ([^{SPACE}+\x00-\x1f\x7f-\x9f]+) ([A-Za-z0-9+/]+={{0,2}})")
VKEY = re.compile(f"([^{SPACE}+\x00-\x1f\x7f-\x9f]+)\\+([0-9a-f]{{8}})\\+([A-Za-z0-9+/=]+)")
LOG_KEY, WITNESS_KEY = 1, 4


def read_vkey(text, kind=LOG_KEY):
    """Parses `name+id+key`. Returns the name, the key's id and the key."""
    found = VKEY.fullmatch(text)
    key = from_base64(found.group(3)) if found else None
    need(key and key[0] == kind, "the verifier key has another form")
    name, key_id = found.group(1), sha256(found.group(1).encode(), b"\n", key)[:4]
    need(key_id.hex() == found.group(2), "the verifier key has another id")
    return name, key_id, check_point(key[1:])


def split_note(note):
    """Splits a signed note (C2SP) into its text and signatures."""
    need(not CONTROL.search(note.replace("\n", "")), "the checkpoint has a control character")
    end = note.rfind("\n\n")
    need(end >= 0 and note.endswith("\n"), "the checkpoint has no signature")
    lines = re.sub("\n\\Z", "", note[end + 2 :]).split("\n")
    found = [SIGNATURE_LINE.fullmatch(line) for line in lines]
    need(all(found), "the checkpoint has a line that is not a signature")
    return note[: end + 1], [(one.group(1), from_base64(one.group(2)) or b"") for one in found]


def signatures_by(name, key_id, signatures):
    return [data[4:] for by, data in signatures if by == name and data[:4] == key_id]


def open_checkpoint(note, vkey):
    """Returns size and root of a checkpoint that the log signed."""
    name, key_id, key = read_vkey(vkey)
    text, signatures = split_note(note)
    ours = signatures_by(name, key_id, signatures)
    need(ours and all(is_signed(key, one, text.encode()) for one in ours), "the checkpoint is not signed by the log")
    lines = text.split("\n")
    need(len(lines) > 3, "the checkpoint has another form")
    origin, size, root = lines[:3]
    data = from_base64(root)
    need(origin == name and data and len(data) == 32, "the checkpoint has another form")
    need(re.fullmatch("0|[1-9][0-9]{0,15}", size) and int(size) < 2**53, "the checkpoint has another form")
    return int(size), data


def check_witness(note, witness):
    """Requires a valid cosignature (C2SP tlog-cosignature) of a witness. Returns the name of the witness."""
    name, key_id, key = witness
    text, signatures = split_note(note)
    ours = signatures_by(name, key_id, signatures)
    for one in ours:
        time = int.from_bytes(one[:8], "big")
        message = f"cosignature/v1\ntime {time}\n{text}".encode()
        need(len(one) == 72 and time < 2**63 and is_signed(key, one[8:], message), f"the cosignature of {name} is not valid")
    need(ours, f"the witness {name} has not cosigned the checkpoint")
    return name


def is_included(leaf, index, size, path, root):
    """RFC 9162, 2.1.3.2."""
    if not 0 <= index < size:
        return False
    position, last, node = index, size - 1, sha256(b"\x00", leaf)
    for sibling in path:
        if last == 0 or sibling is None or len(sibling) != 32:
            return False
        if position & 1 or position == last:
            node = sha256(b"\x01", sibling, node)
            while position and not position & 1:
                position, last = position >> 1, last >> 1
        else:
            node = sha256(b"\x01", node, sibling)
        position, last = position >> 1, last >> 1
    return last == 0 and node == root


# The bundle.


def is_text(value):
    return isinstance(value, str)


def is_object(value):
    return isinstance(value, dict)


def is_list(value):
    return isinstance(value, list)


def is_count(value):
    return isinstance(value, float) and value.is_integer() and abs(value) < 2**53


def is_texts(value):
    return is_list(value) and all(map(is_text, value))


BUNDLE = {
    "bundle": matches(r"v0(?:\.(?:0|[1-9][0-9]{0,8}))?|v1"),
    "id": matches("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"),
    "receipt": is_object,
    "signed_bytes": is_text,
    "signature": is_text,
    "public_key": is_text,
    "received_at": lambda value: is_time(value) and re.search(r"\.[0-9]{3}Z\Z", value) is not None,
    "log": is_object,
}
LOG = {"public_key": is_text, "index": is_count, "tree_size": is_count, "hashes": is_texts, "checkpoint": is_text}
KEY = {"entry": is_object, "index": is_count, "hashes": is_texts}
TEXT_OR_NULL = lambda value: value is None or is_text(value)  # noqa: E731
ENTRY = {
    "type": lambda value: value in ("key_registered", "key_found"),
    "at": is_text,
    "id": is_text,
    "agent_id": TEXT_OR_NULL,
    "key_fingerprint": is_text,
    "status": lambda value: value in ("active", "retired", "revoked"),
    "created_at": is_text,
    "retired_at": TEXT_OR_NULL,
    "revoked_at": TEXT_OR_NULL,
    "private_hash": is_text,
}
HASH = matches("[0-9a-f]{64}")
STATEMENT = {
    "version": lambda value: value == "v0",
    "receipt_hash": HASH,
    "order_id": lambda value: value is None or is_id(value),
    "consumer_id": is_id,
    "decision": lambda value: value in ("accept", "dispute"),
    "reason_hash": lambda value: value is None or HASH(value),
    "issued_at": is_time,
}
COUNTERSIGNED = {
    "type": lambda value: value in ("receipt_accepted", "receipt_disputed"),
    "at": is_text,
    "id": is_text,
    "key_id": is_text,
    "public_key": is_text,
    "signature": is_text,
    "statement": is_object,
}
CONSUMER = {
    "type": lambda value: value in ("consumer_created", "consumer_found", "consumer_changed"),
    "at": is_text,
    "id": is_text,
    "created_at": is_text,
    "link_hash": is_text,
    "keys": is_list,
    "private_hash": is_text,
}
CONSUMER_KEY = {
    "id": is_text,
    "public_key": is_text,
    "status": lambda value: value in ("active", "revoked"),
    "created_at": is_text,
    "revoked_at": TEXT_OR_NULL,
}


def is_second(value):
    """True for a time in UTC with whole seconds, so that such times sort as text."""
    return is_time(value) and re.fullmatch(".{19}Z", value) is not None


def is_resolutions(value):
    return (
        is_list(value)
        and 1 <= len(value) <= 16
        and all(map(RECEIPT["resolution"], value))
        and len(set(value)) == len(value)
    )


LINK = {"statement": is_object, "signature": is_text, "public_key": is_text}
DELEGATION = {
    "version": lambda value: value == "v0",
    "issuer": HASH,
    "subject": HASH,
    "scope": is_object,
    "not_before": is_second,
    "expires_at": is_second,
}
SCOPE = {
    "consumer_id": is_id,
    "order_id": is_id,
    "shop_id": is_id,
    "job_prefix": is_id,
    "resolutions": is_resolutions,
}


def check_members(value, members, where, is_closed):
    need(is_object(value), f"{where} must be an object")
    for name, fits in members.items():
        need(name in value and fits(value[name]), f"{where}: {name} is missing or not valid")
    need(not is_closed or not set(value) - set(members), f"{where}: it has another member")


def check_optional(value, members, where):
    """Checks an object none of whose members is required."""
    check_members(value, {name: fits for name, fits in members.items() if name in value}, where, True)


V1_MEMBERS = {"key", "context", "countersignatures", "delegation"}


def check_form(bundle):
    need(is_object(bundle), "the bundle must be an object")
    is_closed = bundle.get("bundle") == "v1"
    # Nobody checks them in v0, so a bundle that was relabelled would still show them.
    need(is_closed or not V1_MEMBERS & set(bundle), "bundle: it has a member of v1")
    members = {**BUNDLE, "key": is_object} if is_closed else BUNDLE
    if is_closed and "context" in bundle:
        members = {**members, "context": is_object}
    if is_closed and "countersignatures" in bundle:
        # A dispute can be followed by an acceptance, which is final.
        members = {**members, "countersignatures": lambda value: is_list(value) and 1 <= len(value) <= 2}
    if is_closed and "delegation" in bundle:
        members = {**members, "delegation": is_object}
    if not is_closed and "delegation_hash" in bundle:
        members = {**members, "delegation_hash": HASH}
    check_members(bundle, members, "bundle", is_closed)
    check_members(bundle["log"], LOG, "log", is_closed)
    if is_closed:
        check_members(bundle["key"], KEY, "key", True)
    for one in bundle.get("countersignatures", []) if is_closed else []:
        check_members(one, {**KEY, "key": is_object}, "countersignature", True)
        check_members(one["key"], KEY, "countersignature: key", True)
    if is_closed and "delegation" in bundle:
        check_members(bundle["delegation"], {"chain": is_list, "key": is_object}, "delegation", True)
        check_members(bundle["delegation"]["key"], KEY, "delegation: key", True)
    return is_closed


def check_owner(bundle, fingerprint, size, root):
    """The log must have registered the key, before the receipt, for its agent or for all agents."""
    entry, index = bundle["key"]["entry"], bundle["key"]["index"]
    check_members(entry, ENTRY, "key.entry", True)
    need(entry["type"] == "key_found" or entry["status"] == "active", "key.entry: it does not register a key")
    need(entry["key_fingerprint"] == fingerprint, "key.entry: it is about another key")
    agents = (None, bundle["receipt"]["agent_id"])
    need(entry["agent_id"] in agents, "key.entry: it is not for the agent of the receipt")
    is_before = index < bundle["log"]["index"]
    need(entry["type"] == "key_found" or is_before, "key.entry: it is not before the receipt")
    need(holds(bundle["key"], size, root), "the log does not hold the key's entry")


def holds(proof, size, root):
    path = [from_base64(text) for text in proof["hashes"]]
    return is_included(canonical(proof["entry"]).encode(), int(proof["index"]), size, path, root)


def check_chain(chain):
    """Checks the form and signatures of a chain, and that no link allows more than the one before it."""
    need(1 <= len(chain) <= 8, "delegation: the chain must have 1 to 8 links")
    before, issuers = None, set()
    for link in chain:
        check_link(link)
        if before:
            check_follows(link["statement"], before)
        before = link["statement"]
        issuers.add(before["issuer"])
        need(before["subject"] not in issuers, "delegation: a link is for a key that signed it or one before it")
    need(len(canonical(chain).encode()) <= 16 * 1024, "delegation: the chain is too long")


def check_link(link):
    check_members(link, LINK, "delegation: link", True)
    statement = link["statement"]
    check_members(statement, DELEGATION, "delegation: statement", True)
    check_optional(statement["scope"], SCOPE, "delegation: scope")
    need(statement["not_before"] < statement["expires_at"], "delegation: it ends before it begins")
    key, encoded = read_pem(link["public_key"]), link["signature"]
    is_exact = "\r" not in link["public_key"] and link["public_key"].endswith("\n")
    need(is_exact, "delegation: the public key has another line break")
    need(fingerprint_of(key) == statement["issuer"], "delegation: the issuer has another key")
    need(re.fullmatch("[A-Za-z0-9+/]{85}[AQgw]==", encoded), "the signature is not 64 bytes in base64")
    message = b"portal delegation\n" + canonical(statement).encode()
    need(is_signed(key, from_base64(encoded), message), "delegation: a signature is not valid for its key and statement")


def check_follows(inner, outer):
    need(inner["issuer"] == outer["subject"], "delegation: a link is not signed by the subject of the one before")
    is_within = outer["not_before"] <= inner["not_before"] and inner["expires_at"] <= outer["expires_at"]
    need(is_within, "delegation: a link is valid for longer than the one before")
    less, more = inner["scope"], outer["scope"]
    for name in ("consumer_id", "order_id", "shop_id"):
        need(name not in more or less.get(name) == more[name], f"delegation: {name} allows more than the link before")
    is_narrower = less.get("job_prefix", "").startswith(more.get("job_prefix", ""))
    need(is_narrower, "delegation: job_prefix allows more than the link before")
    is_subset = "resolutions" not in more or set(less.get("resolutions", [""])) <= set(more["resolutions"])
    need(is_subset, "delegation: resolutions allow more than the link before")


def check_delegation(bundle, fingerprint, size, root):
    """The last link must allow the receipt, and the log must have had the first key as active before it."""
    chain, key, receipt = bundle["delegation"]["chain"], bundle["delegation"]["key"], bundle["receipt"]
    last = chain[-1]["statement"]
    need(last["subject"] == fingerprint, "delegation: the last link is not for the key of the receipt")
    is_in_time = second_of(last["not_before"]) <= second_of(receipt["issued_at"]) < second_of(last["expires_at"])
    need(is_in_time, "delegation: the receipt was issued outside its time")
    check_scope(last["scope"], receipt, bundle.get("context", {}))
    need(key["index"] < bundle["log"]["index"], "delegation: key.entry is not before the receipt")
    need(root_of(bundle), "delegation: key.entry does not have the key of the first link as active")
    need(holds(key, size, root), "the log does not hold the entry of the key of the delegation")


def check_scope(scope, receipt, context):
    """An order and its shop are compared if the context names them; otherwise the log's operator did."""
    seller = context["seller"] if is_object(context.get("seller")) else {}
    job = {"consumer_id": receipt["consumer_id"], "order_id": context.get("order_id"), "shop_id": seller.get("shop_id")}
    for name, value in job.items():
        is_known = name in scope and is_text(value)
        need(not is_known or scope[name] == value, f"delegation: {name} does not allow the receipt")
    need(receipt["job_id"].startswith(scope.get("job_prefix", "")), "delegation: job_prefix does not allow the receipt")
    is_allowed = receipt["resolution"] in scope.get("resolutions", [receipt["resolution"]])
    need(is_allowed, "delegation: resolutions do not allow the receipt")


def second_of(time):
    """Seconds since the year 0. A fraction is cut off, since limits are whole seconds."""
    year, month, day, hour, minute, second = (int(part) for part in re.split("[-T:]", time[:19]))
    zone = 0
    if time[-6] in "+-":
        zone = int(time[-6] + "1") * (int(time[-5:-3]) * 60 + int(time[-2:]))
    # Days by the proleptic Gregorian calendar; the year begins in March, so that a leap day ends it.
    year, month = (year - 1, month + 9) if month < 3 else (year, month - 3)
    days = 365 * year + year // 4 - year // 100 + year // 400 + (153 * month + 2) // 5 + day
    return days * 86400 + hour * 3600 + (minute - zone) * 60 + second


def root_of(bundle):
    """Owner of the first key and when it was registered, by the log; None if the key was not active."""
    entry, first = bundle["delegation"]["key"]["entry"], bundle["delegation"]["chain"][0]
    if "key_fingerprint" in entry:
        check_members(entry, ENTRY, "delegation: key.entry", True)
        owner = "the organization" if entry["agent_id"] is None else "agent " + shown(entry["agent_id"])
        is_active = (entry["key_fingerprint"], entry["status"]) == (first["statement"]["issuer"], "active")
        return (owner, entry["created_at"]) if is_active else None
    check_consumer(entry, "delegation: key.entry", bundle["receipt"]["consumer_id"])
    wanted = (first["public_key"], "active")
    found = [key for key in entry["keys"] if (key["public_key"], key["status"]) == wanted]
    return ("consumer " + shown(entry["id"]), found[0]["created_at"]) if found else None


def check_decisions(bundle, receipt_hash, size, root):
    """The receipt's consumer must have signed each countersignature with a key that it had by the log."""
    before = None
    for one in bundle.get("countersignatures", []):
        check_decision(one, bundle, receipt_hash)
        need(one["index"] > bundle["log"]["index"], "countersignature: it is not after the receipt")
        need(holds(one, size, root), "the log does not hold the countersignature")
        check_consumer_key(one, bundle["receipt"]["consumer_id"])
        need(holds(one["key"], size, root), "the log does not hold the consumer's entry")
        if before:
            decisions = [found["entry"]["statement"]["decision"] for found in (before, one)]
            is_next = decisions == ["dispute", "accept"] and before["index"] < one["index"]
            need(is_next, "countersignature: it cannot follow the one before it")
        before = one


def check_decision(one, bundle, receipt_hash):
    entry = one["entry"]
    check_members(entry, COUNTERSIGNED, "countersignature: entry", True)
    statement = entry["statement"]
    check_members(statement, STATEMENT, "countersignature: statement", True)
    is_accepted = statement["decision"] == "accept"
    need(is_accepted == (statement["reason_hash"] is None), "countersignature: only a dispute has a reason")
    is_named = entry["type"] == ("receipt_accepted" if is_accepted else "receipt_disputed")
    need(is_named, "countersignature: its entry is of another type")
    is_about = entry["id"] == bundle["id"] and statement["receipt_hash"] == receipt_hash
    need(is_about, "countersignature: it is about another receipt")
    need(statement["consumer_id"] == bundle["receipt"]["consumer_id"], "countersignature: it is of another consumer")
    order = bundle.get("context", {}).get("order_id")
    is_same = not isinstance(order, str) or statement["order_id"] in (None, order)
    need(is_same, "countersignature: it is about another order than the context")
    key, encoded = read_pem(entry["public_key"]), entry["signature"]
    need(re.fullmatch("[A-Za-z0-9+/]{85}[AQgw]==", encoded), "the signature is not 64 bytes in base64")
    message = b"portal countersignature\n" + canonical(statement).encode()
    need(is_signed(key, from_base64(encoded), message), "the countersignature is not valid for this key and statement")


def check_consumer(entry, where, consumer_id):
    check_members(entry, CONSUMER, where, True)
    for key in entry["keys"]:
        check_members(key, CONSUMER_KEY, f"{where}.keys", True)
    need(entry["id"] == consumer_id, f"{where} is about another consumer")


def check_consumer_key(one, consumer_id):
    check_consumer(one["key"]["entry"], "countersignature: key.entry", consumer_id)
    need(key_of(one), "countersignature: key.entry does not have the key as active")
    need(one["key"]["index"] < one["index"], "countersignature: key.entry is not before it")


def key_of(one):
    """The consumer's key of a countersignature; None if it was not active."""
    wanted = (one["entry"]["key_id"], one["entry"]["public_key"], "active")
    found = [key for key in one["key"]["entry"]["keys"] if (key["id"], key["public_key"], key["status"]) == wanted]
    return found[0] if found else None


def verify(bundle, signer=None, log=None, witnesses=()):
    """Verifies a parsed bundle. Returns the lines of the report."""
    is_v1 = check_form(bundle)
    receipt, proof = bundle["receipt"], bundle["log"]
    signed = receipt_bytes(receipt)
    key = read_pem(bundle["public_key"])
    need(re.fullmatch("[A-Za-z0-9+/]{85}[AQgw]==", bundle["signature"]), "the signature is not 64 bytes in base64")
    need(is_signed(key, from_base64(bundle["signature"]), signed), "the signature is not valid for this key and receipt")
    need(bundle["signed_bytes"] == base64.b64encode(signed).decode(), "signed_bytes are not those of the receipt")
    fingerprint = fingerprint_of(key)
    need(signer in (None, fingerprint), f"it is signed by the key {fingerprint}")
    need(log in (None, proof["public_key"]), f"it is from the log {proof['public_key']}")
    size, root = open_checkpoint(proof["checkpoint"], proof["public_key"])
    need(size == proof["tree_size"], "tree_size is not that of the checkpoint")
    cosigned = [check_witness(proof["checkpoint"], witness) for witness in witnesses]
    leaf = leaf_of(bundle, sha256(signed).hex(), is_v1)
    path = [from_base64(text) for text in proof["hashes"]]
    is_held = is_included(canonical(leaf).encode(), int(proof["index"]), size, path, root)
    need(is_held, "the log does not hold this receipt with this id and time")
    if is_v1:
        check_owner(bundle, fingerprint, size, root)
        check_decisions(bundle, leaf["receipt_hash"], size, root)
    if is_v1 and "delegation" in bundle:
        check_delegation(bundle, fingerprint, size, root)
    if is_v1 and "context" in bundle:
        context_hash = "sha256:" + sha256(canonical(bundle["context"]).encode()).hex()
        need(context_hash == receipt["context_hash"], "the context is not the one that the receipt names")
    return report(bundle, fingerprint, is_v1, cosigned, signer, log)


def leaf_of(bundle, receipt_hash, is_v1):
    """The leaf of a receipt with a chain also contains the hash of the chain."""
    leaf = {"id": bundle["id"], "receipt_hash": receipt_hash, "received_at": bundle["received_at"]}
    if is_v1 and "delegation" in bundle:
        check_chain(bundle["delegation"]["chain"])
        return {**leaf, "delegation_hash": sha256(canonical(bundle["delegation"]["chain"]).encode()).hex()}
    return {**leaf, "delegation_hash": bundle["delegation_hash"]} if not is_v1 and "delegation_hash" in bundle else leaf


def report(bundle, fingerprint, is_v1, cosigned, signer, log):
    receipt, proof = bundle["receipt"], bundle["log"]
    unknown = ", which you did not name"
    lines = [
        f"receipt {bundle['id']} is valid",
        f"signed    by the key {fingerprint}{'' if signer else unknown}",
    ]
    if is_v1:
        entry = bundle["key"]["entry"]
        owner = "all agents of the organization" if entry["agent_id"] is None else "agent " + shown(entry["agent_id"])
        lines.append(f"key of    {owner}, in the log since {shown(entry['at'])}")
    place = f"leaf {int(proof['index'])} of {int(proof['tree_size'])}"
    log_name = f"{shown(proof['public_key'])}{'' if log else unknown}"
    lines.append(f"logged    {bundle['received_at']}, {place} in {log_name}")
    lines.extend(f"witnessed by {shown(name)}" for name in cosigned)
    states = [shown(receipt[name]) for name in ("agent_id", "job_id", "consumer_id")]
    outcome = f"{receipt['resolution']}, {receipt['issued_at']}"
    lines.append("states    agent {} did job {} for {}: ".format(*states) + outcome)
    has_context = is_v1 and "context" in bundle
    lines.append("about     " + (shown(canonical(bundle["context"])) if has_context else receipt["context_hash"]))
    if is_v1 and "delegation" in bundle:
        lines.extend(delegation_lines(bundle))
    lines.extend(map(decision_line, bundle.get("countersignatures", []) if is_v1 else []))
    return lines


def delegation_lines(bundle):
    owner, since = root_of(bundle)
    chain = bundle["delegation"]["chain"]
    yield f"allowed   by {owner}, with the key {chain[0]['statement']['issuer']}, in the log since {shown(since)}"
    for link in chain:
        one = link["statement"]
        times = f"from {one['not_before']} until {one['expires_at']}"
        yield f"allows    the key {one['subject']}, {times}: {shown(canonical(one['scope']))}"


def decision_line(one):
    entry = one["entry"]
    decision = "accepted" if entry["statement"]["decision"] == "accept" else "disputed"
    key = f"the key {fingerprint_of(read_pem(entry['public_key']))}, in the log since {shown(key_of(one)['created_at'])}"
    return f"{decision}  by consumer {shown(entry['statement']['consumer_id'])}, {shown(entry['at'])}, with {key}"


def shown(text):
    """Texts are printed in ASCII, so that none can move the cursor or hide what is around it."""
    units = (text.encode("utf-16-be")[at : at + 2] for at in range(0, 2 * utf16_length(text), 2))
    codes = (int.from_bytes(unit, "big") for unit in units)
    return "".join(chr(code) if 0x20 <= code <= 0x7E else f"\\u{code:04x}" for code in codes)


# The order statement: two signatures of a shop over the same payload.


def from_base64url(text):
    """Decodes canonical base64url without padding; None for any other text."""
    if not re.fullmatch("[A-Za-z0-9_-]*", text):
        return None
    return from_base64(text.replace("-", "+").replace("_", "/") + "=" * (-len(text) % 4))


def to_base64url(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def is_coordinate(value):
    return is_text(value) and len(from_base64url(value) or b"") == 32


CLAIMS = {
    "iss": matches("[\x21-\x7e]+"),
    "sub": matches("[\x21-\x7e]{1,255}"),
    "iat": lambda value: isinstance(value, float) and value.is_integer() and 0 <= value <= 253402300799,
    "context": is_object,
}
PAIR = lambda value: isinstance(value, list) and len(value) == 2  # noqa: E731
SIGNED = {"payload": is_text, "signatures": PAIR, "keys": PAIR}
SIGNATURE = {"protected": is_text, "signature": is_text}
SHOP_KEYS = [
    {"kty": "EC", "crv": "P-256", "alg": "ES256", "coordinates": ("x", "y")},
    {"kty": "OKP", "crv": "Ed25519", "alg": "EdDSA", "coordinates": ("x",)},
]


def check_shop_key(key, form):
    """Checks the form of a JWK, and that its id is its thumbprint (RFC 7638)."""
    members = {name: is_coordinate for name in form["coordinates"]}
    for name, wanted in {"kty": form["kty"], "crv": form["crv"], "alg": form["alg"], "use": "sig"}.items():
        members[name] = lambda value, wanted=wanted: value == wanted
    check_members(key, {**members, "kid": is_text}, "keys", True)
    required = {name: key[name] for name in ("kty", "crv", *form["coordinates"])}
    need(key["kid"] == to_base64url(sha256(canonical(required).encode())), "keys: kid is not the thumbprint")


def is_signed_es256(key, signature, message):
    x, y = (int.from_bytes(from_base64url(key[name]), "big") for name in ("x", "y"))
    try:
        public = ec.EllipticCurvePublicNumbers(x, y, ec.SECP256R1()).public_key()
    except ValueError:
        raise Invalid("the public key is no point of the curve P-256") from None
    der = encode_dss_signature(int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big"))
    try:
        public.verify(der, message, ec.ECDSA(hashes.SHA256()))
        return True
    except InvalidSignature:
        return False


def check_signature(at, statement):
    key, signed = statement["keys"][at], statement["signatures"][at]
    check_members(signed, SIGNATURE, "signatures", True)
    header = canonical({"alg": key["alg"], "kid": key["kid"], "typ": "order-statement+jwt"})
    need(signed["protected"] == to_base64url(header.encode()), "signatures: protected has another header")
    signature = from_base64url(signed["signature"])
    need(signature and len(signature) == 64, "signatures: it is not 64 bytes in base64url")
    message = f"{signed['protected']}.{statement['payload']}".encode()
    if key["alg"] == "ES256":
        is_valid = is_signed_es256(key, signature, message)
    else:
        is_valid = is_signed(check_point(from_base64url(key["x"])), signature, message)
    need(is_valid, f"the signature with {key['alg']} is not valid over this payload")


def read_claims(payload):
    """Parses the payload, which must be canonical JSON, so that it has one form only."""
    data = from_base64url(payload)
    need(data is not None, "payload: it is not base64url")
    try:
        claims = Parser(data.decode("utf-8")).document()
    except UnicodeDecodeError:
        raise Invalid("payload: it is not UTF-8") from None
    need(canonical(claims).encode() == data, "payload: it is not canonical JSON")
    check_members(claims, CLAIMS, "payload", True)
    need(claims["context"].get("order_id") == claims["sub"], "payload: the context is that of another order")
    return claims


def verify_statement(statement, shop=()):
    """Verifies a parsed order statement. Returns the lines of the report."""
    check_members(statement, SIGNED, "statement", True)
    for key, form in zip(statement["keys"], SHOP_KEYS):
        check_shop_key(key, form)
    claims = read_claims(statement["payload"])
    for at in (0, 1):
        check_signature(at, statement)
    kids = [key["kid"] for key in statement["keys"]]
    need(not shop or set(kids) & set(shop), f"it is signed by the keys {' and '.join(kids)}")
    context = canonical(claims["context"])
    time = datetime.datetime.fromtimestamp(0, datetime.timezone.utc) + datetime.timedelta(seconds=claims["iat"])
    unknown = ["" if kid in shop else ", which you did not name" for kid in kids]
    return [
        f"statement of order {claims['sub']} is valid",
        *(f"signed    with {key['alg']} by the key {key['kid']}{note}" for key, note in zip(statement["keys"], unknown)),
        f"issued    {time.strftime('%Y-%m-%dT%H:%M:%SZ')}, in the name of {claims['iss']}",
        f"context   sha256:{sha256(context.encode()).hex()}",
        f"states    {shown(context)}",
    ]


def is_statement(value):
    return is_object(value) and "signatures" in value and "bundle" not in value


# The command.


def read_signer(text):
    if re.fullmatch("[0-9a-f]{64}", text):
        return text
    with open(text, encoding="utf-8", newline="") as file:
        return fingerprint_of(read_pem(file.read()))


def arguments():
    parser = argparse.ArgumentParser(description="Verifies receipt bundles and order statements offline.")
    parser.add_argument("files", nargs="+", metavar="FILE", help="JSON file")
    parser.add_argument("--signer", metavar="KEY", help="the signer's key that you know: fingerprint, or file with PEM")
    parser.add_argument("--log", metavar="VERIFIER_KEY", help="the log's verifier key that you know")
    parser.add_argument("--witness", metavar="VERIFIER_KEY", action="append", default=[], help="must have cosigned")
    parser.add_argument("--shop", metavar="KID", action="append", default=[], help="key of the shop that you know")
    return parser.parse_args()


def check_file(file, signer, log, witnesses, shop):
    """Prints the verdict on a file. Returns its exit code, 2 also for a valid file of which you named no key."""
    try:
        with open(file, "rb") as opened:
            data = opened.read()
    except OSError as error:
        print(f"{file}: cannot read it: {error.strerror}", file=sys.stderr)
        return 2
    try:
        value = parse_bundle(data)
        is_known = bool(shop) if is_statement(value) else signer is not None or log is not None
        lines = verify_statement(value, shop) if is_statement(value) else verify(value, signer, log, witnesses)
    except Invalid as error:
        print(f"{file}: not valid: {error}")
        return 1
    print("\n  ".join([f"{file}: {lines[0]}", *lines[1:]]))
    return 0 if is_known else 2


def main():
    args = arguments()
    try:
        signer = read_signer(args.signer) if args.signer else None
        witnesses = [read_vkey(witness, WITNESS_KEY) for witness in args.witness]
    except (OSError, UnicodeError, Invalid) as error:
        print(f"usage: {error}", file=sys.stderr)
        return 2
    codes = [check_file(file, signer, args.log, witnesses, args.shop) for file in args.files]
    if 1 in codes:
        return 1
    if 2 in codes:
        print("no verdict: name a key that you know: --signer or --log for bundles, --shop for statements", file=sys.stderr)
    return max(codes)


if __name__ == "__main__":
    sys.exit(main())
