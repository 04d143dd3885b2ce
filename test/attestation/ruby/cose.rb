# Verifies COSE receipts and SCITT statements with Debian's ruby-cose, which parses the messages and builds what is
# signed. It knows no EdDSA, so this file adds it with Ruby's OpenSSL, and computes the root of a receipt (RFC 9942).
#
# Input: JSON of the log's key and of base64 messages. Output: a JSON list with true for each that is accepted.

require "base64"
require "cose"
require "digest"
require "json"
require "openssl"

ED25519 = 6
ED25519_DER = ["302a300506032b6570032100"].pack("H*")
RECEIPTS, VDS, VDP, LEAF, TREE_SIZE = 394, 395, 396, -65_538, -65_537
CWT_CLAIMS = 15

class EdDSA < COSE::Algorithm::SignatureAlgorithm
  private

  def valid_key?(key)
    key.is_a?(COSE::Key::OKP) && key.crv == ED25519
  end

  def to_pkey(key)
    OpenSSL::PKey.read(ED25519_DER + key.x)
  end

  def valid_signature?(key, signature, data)
    to_pkey(key).verify(nil, signature, data)
  end
end
COSE::Algorithm.register(EdDSA.new(-8, "EdDSA"))

def node(*parts)
  Digest::SHA256.digest(parts.join)
end

# RFC 9162, 2.1.3.2
def root_of(leaf, index, size, path)
  raise "position" unless index >= 0 && index < size
  at, last, root = index, size - 1, node("\x00".b, leaf)
  path.each do |sibling|
    raise "path" unless last > 0 && sibling.bytesize == 32
    if at.odd? || at == last
      root = node("\x01".b, sibling, root)
      at, last = at >> 1, last >> 1 while at.even? && at != 0
    else
      root = node("\x01".b, root, sibling)
    end
    at, last = at >> 1, last >> 1
  end
  raise "path" unless last == 0
  root
end

# The library takes text where COSE has bytes: both are strings in Ruby.
def sign1(bytes)
  tagged = CBOR.decode(bytes)
  assert_bytes(*tagged.value.grep(String))
  COSE::Sign1.deserialize(bytes)
end

def assert_bytes(*strings)
  raise "text" unless strings.all? { |one| one.encoding == Encoding::BINARY }
end

def verify_receipt(bytes, key, origin, leaf: nil)
  message = sign1(bytes)
  header, unprotected = message.protected_headers, message.unprotected_headers
  raise "header" unless message.payload.nil? && header[VDS] == 1 && header[CWT_CLAIMS][1] == origin
  raise "leaf" unless leaf.nil? || unprotected[LEAF] == leaf
  proof, *more = unprotected[VDP][-1]
  assert_bytes(proof, unprotected[LEAF])
  size, index, path = CBOR.decode(proof)
  raise "proof" unless more.empty? && path.is_a?(Array) && header[TREE_SIZE] == size
  root = root_of(unprotected[LEAF], index, size, path)
  attached = COSE::Sign1.new(
    protected_headers: header, unprotected_headers: unprotected, payload: root, signature: message.signature
  )
  attached.verify(key)
end

def verify_statement(bytes, key, origin)
  statement = sign1(bytes)
  raise "header" unless statement.protected_headers[CWT_CLAIMS][1] == origin
  receipt, *more = statement.unprotected_headers[RECEIPTS]
  raise "receipts" unless more.empty?
  statement.verify(key) && verify_receipt(receipt, key, origin, leaf: statement.payload)
end

task = JSON.parse($stdin.read)
log = task["log"]
key = COSE::Key::OKP.new(crv: ED25519, x: Base64.strict_decode64(log["key"]), kid: log["kid"].b)
verdicts = task["messages"].map do |text|
  bytes = Base64.strict_decode64(text)
  task["type"] == "receipt" ? verify_receipt(bytes, key, log["origin"]) : verify_statement(bytes, key, log["origin"])
  true
rescue StandardError
  false
end
puts JSON.generate(verdicts)
