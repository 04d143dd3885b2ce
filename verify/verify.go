// Verifies receipt bundles (v0 and v1) and order statements offline, without a portal.
//
//	go run verify.go [--signer KEY] [--log VERIFIER_KEY] [--witness VERIFIER_KEY]... BUNDLE...
//	go run verify.go [--shop KID]... STATEMENT...
//
// KEY is the fingerprint of the signer's public key, or a file with that key as PEM; KID is the id of a key of the shop.
// Get all keys from elsewhere: a file made with somebody's own keys agrees with itself too. Each named witness must have
// cosigned the checkpoint, and one of the named keys of the shop must have signed the statement.
//
// Exit code 0: every file is valid under the keys that you named. 1: a file is not valid. 2: no verdict, since you named
// no key, or a file cannot be read. The format: docs/receipts-format.md. Needs Go 1.19, no modules.
package main

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"flag"
	"fmt"
	"math"
	"math/big"
	"os"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"
)

// invalid is the reason why a bundle or key is not valid. It is thrown by need and caught by try, as in encoding/json,
// since every step of a verification can only end all of it.
type invalid string

func need(condition bool, reason string) {
	if !condition {
		panic(invalid(reason))
	}
}

func try(step func()) (reason string, ok bool) {
	defer func() {
		switch problem := recover().(type) {
		case nil:
		case invalid:
			reason, ok = string(problem), false
		default:
			panic(problem)
		}
	}()
	step()
	return "", true
}

// Strict JSON (RFC 7493). encoding/json accepts duplicate members and replaces lone surrogates.

const (
	maxDepth  = 64
	malformed = "not strict JSON: it is not well-formed"
	tooBig    = "not strict JSON: a number that a double cannot hold"
)

type object = map[string]any

var (
	numberForm = regexp.MustCompile(`^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?`)
	wholeForm  = regexp.MustCompile(`^-?[0-9]+$`)
	hexForm    = regexp.MustCompile(`^[0-9a-fA-F]{4}$`)
	escapes    = map[byte]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}
	words      = map[string]any{"true": true, "false": false, "null": nil}
)

// parser parses one JSON text. All numbers become float64, which is what they are in I-JSON.
type parser struct {
	text string
	at   int
}

// parseBundle parses a file, which may also be the response of a portal that has the bundle in data.
func parseBundle(data []byte) any {
	value := parseDocument(data)
	if answer, isObject := value.(object); isObject {
		inner, hasData := answer["data"]
		if _, isBundle := answer["bundle"]; hasData && !isBundle {
			return inner
		}
	}
	return value
}

func parseDocument(data []byte) any {
	need(utf8.Valid(data), "not strict JSON: it is not UTF-8")
	p := &parser{text: string(data)}
	value := p.value(0)
	p.peek()
	need(p.at == len(p.text), "not strict JSON: text after the value")
	return value
}

// peek skips white space and returns the next byte, 0 at the end.
func (p *parser) peek() byte {
	for p.at < len(p.text) && strings.IndexByte(" \t\n\r", p.text[p.at]) >= 0 {
		p.at++
	}
	return p.byteAt(p.at)
}

func (p *parser) byteAt(at int) byte {
	if at < len(p.text) {
		return p.text[at]
	}
	return 0
}

func (p *parser) take(char byte) {
	need(p.peek() == char, malformed)
	p.at++
}

func (p *parser) value(depth int) any {
	char := p.peek()
	switch char {
	case '{', '[':
		need(depth < maxDepth, "not strict JSON: too deep")
		p.at++
		if char == '{' {
			return p.object(depth + 1)
		}
		return p.array(depth + 1)
	case '"':
		return p.string()
	}
	for word, value := range words {
		if strings.HasPrefix(p.text[p.at:], word) {
			p.at += len(word)
			return value
		}
	}
	return p.number()
}

func (p *parser) object(depth int) object {
	members := object{}
	for first := true; p.peek() != '}'; first = false {
		if !first {
			p.take(',')
		}
		need(p.peek() == '"', malformed)
		name := p.string()
		_, isKnown := members[name]
		need(!isKnown, "not strict JSON: a member appears twice")
		p.take(':')
		members[name] = p.value(depth)
	}
	p.at++
	return members
}

func (p *parser) array(depth int) []any {
	items := []any{}
	for first := true; p.peek() != ']'; first = false {
		if !first {
			p.take(',')
		}
		items = append(items, p.value(depth))
	}
	p.at++
	return items
}

func (p *parser) string() string {
	var text strings.Builder
	for p.at++; ; {
		char := p.byteAt(p.at)
		need(p.at < len(p.text) && char >= 0x20, malformed)
		p.at++
		switch char {
		case '"':
			return text.String()
		case '\\':
			text.WriteString(p.escape())
		default:
			text.WriteByte(char)
		}
	}
}

func (p *parser) escape() string {
	char := p.byteAt(p.at)
	p.at++
	if char != 'u' {
		plain, isKnown := escapes[char]
		need(isKnown, malformed)
		return string(rune(plain))
	}
	unit := p.codeUnit()
	if !utf16.IsSurrogate(unit) {
		return string(unit)
	}
	need(p.byteAt(p.at) == '\\' && p.byteAt(p.at+1) == 'u', "not strict JSON: half a surrogate pair")
	p.at += 2
	char32 := utf16.DecodeRune(unit, p.codeUnit())
	need(char32 != utf8.RuneError, "not strict JSON: half a surrogate pair")
	return string(char32)
}

func (p *parser) codeUnit() rune {
	need(p.at+4 <= len(p.text) && hexForm.MatchString(p.text[p.at:p.at+4]), malformed)
	unit, _ := strconv.ParseUint(p.text[p.at:p.at+4], 16, 16)
	p.at += 4
	return rune(unit)
}

func (p *parser) number() float64 {
	token := numberForm.FindString(p.text[p.at:])
	need(token != "", malformed)
	p.at += len(token)
	value, err := strconv.ParseFloat(token, 64)
	need(err == nil && !math.IsInf(value, 0), tooBig)
	if wholeForm.MatchString(token) {
		written, _ := new(big.Int).SetString(token, 10)
		held, _ := big.NewFloat(value).Int(nil)
		need(written.Cmp(held) == 0 || numberText(value) == token, tooBig)
	}
	return value
}

// Canonical JSON (RFC 8785).

func canonical(value any) string {
	var text strings.Builder
	writeCanonical(&text, value)
	return text.String()
}

func writeCanonical(text *strings.Builder, value any) {
	switch value := value.(type) {
	case nil:
		text.WriteString("null")
	case bool:
		text.WriteString(strconv.FormatBool(value))
	case float64:
		text.WriteString(numberText(value))
	case string:
		writeString(text, value)
	case []any:
		text.WriteByte('[')
		for at, item := range value {
			if at > 0 {
				text.WriteByte(',')
			}
			writeCanonical(text, item)
		}
		text.WriteByte(']')
	case object:
		text.WriteByte('{')
		for at, name := range sortedNames(value) {
			if at > 0 {
				text.WriteByte(',')
			}
			writeString(text, name)
			text.WriteByte(':')
			writeCanonical(text, value[name])
		}
		text.WriteByte('}')
	}
}

// sortedNames sorts by UTF-16 code units, which differs from the order of the bytes beyond U+FFFF.
func sortedNames(members object) []string {
	names := make([]string, 0, len(members))
	for name := range members {
		names = append(names, name)
	}
	sort.Slice(names, func(i, j int) bool {
		a, b := utf16.Encode([]rune(names[i])), utf16.Encode([]rune(names[j]))
		for at := 0; at < len(a) && at < len(b); at++ {
			if a[at] != b[at] {
				return a[at] < b[at]
			}
		}
		return len(a) < len(b)
	})
	return names
}

func writeString(text *strings.Builder, value string) {
	short := map[byte]string{'"': `\"`, '\\': `\\`, '\b': `\b`, '\f': `\f`, '\n': `\n`, '\r': `\r`, '\t': `\t`}
	text.WriteByte('"')
	for at := 0; at < len(value); at++ {
		char := value[at]
		if escaped, isShort := short[char]; isShort {
			text.WriteString(escaped)
		} else if char < 0x20 {
			fmt.Fprintf(text, `\u%04x`, char)
		} else {
			text.WriteByte(char)
		}
	}
	text.WriteByte('"')
}

// numberText writes a number as ECMAScript does. strconv finds the same digits, but lays them out otherwise.
func numberText(value float64) string {
	if value == 0 {
		return "0"
	}
	sign := ""
	if value < 0 {
		sign, value = "-", -value
	}
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(value, 'e', -1, 64), "e")
	digits := strings.Replace(mantissa, ".", "", 1)
	point, _ := strconv.Atoi(exponent)
	point++
	switch {
	case len(digits) <= point && point <= 21:
		return sign + digits + strings.Repeat("0", point-len(digits))
	case 0 < point && point <= 21:
		return sign + digits[:point] + "." + digits[point:]
	case -6 < point && point <= 0:
		return sign + "0." + strings.Repeat("0", -point) + digits
	}
	fraction := ""
	if len(digits) > 1 {
		fraction = "." + digits[1:]
	}
	return fmt.Sprintf("%s%s%se%+d", sign, digits[:1], fraction, point-1)
}

// Encodings and keys.

func hash(parts ...[]byte) []byte {
	sum := sha256.Sum256(bytes.Join(parts, nil))
	return sum[:]
}

var base64Form = regexp.MustCompile(`^[A-Za-z0-9+/]*={0,2}$`)

// fromBase64 decodes canonical base64; nil for any other text.
func fromBase64(text string) []byte {
	data, err := base64.StdEncoding.Strict().DecodeString(text)
	if err != nil || !base64Form.MatchString(text) || base64.StdEncoding.EncodeToString(data) != text {
		return nil
	}
	return data
}

func bigFromHex(text string) *big.Int {
	data, _ := hex.DecodeString(text)
	return littleEndian(data)
}

func littleEndian(data []byte) *big.Int {
	reversed := make([]byte, len(data))
	for at, one := range data {
		reversed[len(data)-1-at] = one
	}
	return new(big.Int).SetBytes(reversed)
}

var (
	one       = big.NewInt(1)
	prime     = new(big.Int).Sub(new(big.Int).Lsh(one, 255), big.NewInt(19))
	curveD, _ = new(big.Int).SetString("37095705934669439343138083508754565189542113879843219016388785533085940283555", 10)
	lowOrder  = []*big.Int{
		big.NewInt(0),
		one,
		new(big.Int).Sub(prime, one),
		bigFromHex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
		bigFromHex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"),
	}
	spkiPrefix, _ = hex.DecodeString("302a300506032b6570032100")
	pemForm       = regexp.MustCompile("^-----BEGIN PUBLIC KEY-----\n(MCowBQYDK2VwAyEA[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=)\n-----END PUBLIC KEY-----\n?$")
)

// checkPoint accepts 32 bytes that are the canonical encoding of a point of the curve, and not of low order.
func checkPoint(key []byte) []byte {
	need(len(key) == 32, "the public key must be 32 bytes")
	y := littleEndian(key)
	y.SetBit(y, 255, 0)
	need(y.Cmp(prime) < 0, "the public key is weak")
	for _, weak := range lowOrder {
		need(y.Cmp(weak) != 0, "the public key is weak")
	}
	square := new(big.Int).Mul(y, y)
	above := new(big.Int).Sub(square, one)
	below := new(big.Int).Add(new(big.Int).Mul(curveD, square), one)
	product := new(big.Int).Mod(new(big.Int).Mul(above, below), prime)
	need(big.Jacobi(product, prime) != -1, "the public key is no point of the curve")
	return key
}

func readPem(pem string) []byte {
	need(utf16Length(pem) <= 1000, "the public key is too long")
	found := pemForm.FindStringSubmatch(strings.ReplaceAll(pem, "\r\n", "\n"))
	need(found != nil, "the public key is not one Ed25519 key as PEM")
	der := fromBase64(found[1])
	need(der != nil, "the public key is not one Ed25519 key as PEM")
	return checkPoint(der[len(spkiPrefix):])
}

func fingerprintOf(key []byte) string {
	return hex.EncodeToString(hash(spkiPrefix, key))
}

// isSigned verifies Ed25519 without the cofactor, as docs/receipts-format.md requires and crypto/ed25519 does.
func isSigned(key, signature, message []byte) bool {
	return len(signature) == ed25519.SignatureSize && ed25519.Verify(key, message, signature)
}

// The receipt.

// White space and line terminators of ECMAScript, except control characters.
const spaces = "\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"

var (
	controls   = regexp.MustCompile("[\x00-\x1f\x7f\u0080-\u009f]")
	spaceEnds  = regexp.MustCompile("^[" + spaces + "]|[" + spaces + "]$")
	resolution = regexp.MustCompile(`^[a-z][a-z0-9_]{0,63}$`)
	printable  = regexp.MustCompile(`^[\x20-\x7e]{1,255}$`)
	timeForm   = regexp.MustCompile(`^([0-9]{4})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,9})?(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$`)
	utcForm    = regexp.MustCompile(`\.[0-9]{3}Z$`)
)

func utf16Length(text string) int {
	return len(utf16.Encode([]rune(text)))
}

func isTime(value any) bool {
	text, _ := value.(string)
	found := timeForm.FindStringSubmatch(text)
	if found == nil {
		return false
	}
	year, _ := strconv.Atoi(found[1])
	month, _ := strconv.Atoi(found[2])
	day, _ := strconv.Atoi(found[3])
	days := []int{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}[month-1]
	if month == 2 && year%4 == 0 && (year%100 != 0 || year%400 == 0) {
		days = 29
	}
	return day <= days
}

func isID(value any) bool {
	text, isString := value.(string)
	length := utf8.RuneCountInString(text)
	return isString && 1 <= length && length <= 255 && !controls.MatchString(text) && !spaceEnds.MatchString(text)
}

func matches(form *regexp.Regexp) func(any) bool {
	return func(value any) bool {
		text, isString := value.(string)
		return isString && form.MatchString(text)
	}
}

type members map[string]func(any) bool

var receiptMembers = members{
	"version":      matches(regexp.MustCompile(`^v0$`)),
	"agent_id":     isID,
	"consumer_id":  isID,
	"job_id":       isID,
	"resolution":   matches(resolution),
	"context_hash": matches(printable),
	"issued_at":    isTime,
}

// checkLimits: 16 levels, 256 members, 8,192 UTF-16 code units per string or name.
func checkLimits(value any, depth int) {
	switch value := value.(type) {
	case string:
		need(utf16Length(value) <= 8192, "receipt: a string is too long")
	case []any:
		need(depth <= 16 && len(value) <= 256, "receipt: too deep, or too many members")
		for _, item := range value {
			checkLimits(item, depth+1)
		}
	case object:
		need(depth <= 16 && len(value) <= 256, "receipt: too deep, or too many members")
		for name, child := range value {
			checkLimits(name, depth+1)
			checkLimits(child, depth+1)
		}
	}
}

// receiptBytes checks the form of a receipt, and returns the bytes that are signed.
func receiptBytes(receipt object) []byte {
	checkLimits(receipt, 1)
	all := members{}
	for name, fits := range receiptMembers {
		all[name] = fits
	}
	if _, has := receipt["metadata"]; has {
		all["metadata"] = isObject
	}
	checkMembers(receipt, all, "receipt", true)
	signed := []byte(canonical(receipt))
	need(len(signed) <= 32*1024, "receipt: it is too long")
	return signed
}

// The log.

var (
	signatureLine = regexp.MustCompile("^\u2014 ([^" + spaces + "+\x00-\x1f\x7f\u0080-\u009f]+) ([A-Za-z0-9+/]+={0,2})$")
	vkeyForm      = regexp.MustCompile("^([^" + spaces + "+\x00-\x1f\x7f\u0080-\u009f]+)\\+([0-9a-f]{8})\\+([A-Za-z0-9+/=]+)$")
	sizeForm      = regexp.MustCompile(`^(?:0|[1-9][0-9]{0,15})$`)
)

const (
	logKey     = 1
	witnessKey = 4
	maxSafe    = 1<<53 - 1
)

type noteKey struct {
	name string
	id   []byte
	key  []byte
}

// readVkey parses name+id+key.
func readVkey(text string, kind byte) noteKey {
	found := vkeyForm.FindStringSubmatch(text)
	need(found != nil, "the verifier key has another form")
	key := fromBase64(found[3])
	need(len(key) > 0 && key[0] == kind, "the verifier key has another form")
	id := hash([]byte(found[1]), []byte("\n"), key)[:4]
	need(hex.EncodeToString(id) == found[2], "the verifier key has another id")
	return noteKey{found[1], id, checkPoint(key[1:])}
}

type noteSignature struct {
	name string
	data []byte
}

// splitNote splits a signed note (C2SP) into its text and signatures.
func splitNote(note string) (string, []noteSignature) {
	need(!controls.MatchString(strings.ReplaceAll(note, "\n", "")), "the checkpoint has a control character")
	end := strings.LastIndex(note, "\n\n")
	need(end >= 0 && strings.HasSuffix(note, "\n"), "the checkpoint has no signature")
	signatures := []noteSignature{}
	for _, line := range strings.Split(strings.TrimSuffix(note[end+2:], "\n"), "\n") {
		found := signatureLine.FindStringSubmatch(line)
		need(found != nil, "the checkpoint has a line that is not a signature")
		signatures = append(signatures, noteSignature{found[1], fromBase64(found[2])})
	}
	return note[:end+1], signatures
}

func (key noteKey) signaturesIn(signatures []noteSignature) [][]byte {
	ours := [][]byte{}
	for _, one := range signatures {
		if one.name == key.name && bytes.HasPrefix(one.data, key.id) {
			ours = append(ours, one.data[4:])
		}
	}
	return ours
}

// openCheckpoint returns size and root of a checkpoint that the log signed.
func openCheckpoint(note string, vkey string) (int64, []byte) {
	key := readVkey(vkey, logKey)
	text, signatures := splitNote(note)
	ours := key.signaturesIn(signatures)
	need(len(ours) > 0, "the checkpoint is not signed by the log")
	for _, signature := range ours {
		need(isSigned(key.key, signature, []byte(text)), "the checkpoint is not signed by the log")
	}
	lines := strings.Split(text, "\n")
	need(len(lines) > 3 && lines[0] == key.name && sizeForm.MatchString(lines[1]), "the checkpoint has another form")
	size, _ := strconv.ParseInt(lines[1], 10, 64)
	root := fromBase64(lines[2])
	need(size <= maxSafe && len(root) == sha256.Size, "the checkpoint has another form")
	return size, root
}

// checkWitness requires a valid cosignature (C2SP tlog-cosignature) of a witness.
func checkWitness(note string, key noteKey) {
	text, signatures := splitNote(note)
	ours := key.signaturesIn(signatures)
	need(len(ours) > 0, "the witness "+key.name+" has not cosigned the checkpoint")
	for _, one := range ours {
		need(len(one) == 72, "the cosignature of "+key.name+" is not valid")
		time := binary.BigEndian.Uint64(one[:8])
		message := []byte(fmt.Sprintf("cosignature/v1\ntime %d\n%s", time, text))
		need(time < 1<<63 && isSigned(key.key, one[8:], message), "the cosignature of "+key.name+" is not valid")
	}
}

// isIncluded: RFC 9162, 2.1.3.2.
func isIncluded(leaf string, index, size int64, path []any, root []byte) bool {
	if index < 0 || index >= size {
		return false
	}
	position, last, node := index, size-1, hash([]byte{0}, []byte(leaf))
	for _, text := range path {
		sibling := fromBase64(text.(string))
		if last == 0 || len(sibling) != sha256.Size {
			return false
		}
		if position&1 == 1 || position == last {
			node = hash([]byte{1}, sibling, node)
			for position&1 == 0 && position > 0 {
				position, last = position>>1, last>>1
			}
		} else {
			node = hash([]byte{1}, node, sibling)
		}
		position, last = position>>1, last>>1
	}
	return last == 0 && bytes.Equal(node, root)
}

// The bundle.

func isObject(value any) bool {
	_, is := value.(object)
	return is
}

func isText(value any) bool {
	_, is := value.(string)
	return is
}

func isTextOrNull(value any) bool {
	return value == nil || isText(value)
}

func isCount(value any) bool {
	count, is := value.(float64)
	return is && count == math.Trunc(count) && math.Abs(count) <= maxSafe
}

func isTexts(value any) bool {
	items, is := value.([]any)
	for _, item := range items {
		is = is && isText(item)
	}
	return is
}

var (
	bundleMembers = members{
		"bundle":       matches(regexp.MustCompile(`^(?:v0(?:\.(?:0|[1-9][0-9]{0,8}))?|v1)$`)),
		"id":           matches(regexp.MustCompile(`^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)),
		"receipt":      isObject,
		"signed_bytes": isText,
		"signature":    isText,
		"public_key":   isText,
		"received_at":  func(value any) bool { return isTime(value) && utcForm.MatchString(value.(string)) },
		"log":          isObject,
	}
	logMembers   = members{"public_key": isText, "index": isCount, "tree_size": isCount, "hashes": isTexts, "checkpoint": isText}
	keyMembers   = members{"entry": isObject, "index": isCount, "hashes": isTexts}
	entryMembers = members{
		"type":            matches(regexp.MustCompile(`^key_(?:registered|found)$`)),
		"at":              isText,
		"id":              isText,
		"agent_id":        isTextOrNull,
		"key_fingerprint": isText,
		"status":          matches(regexp.MustCompile(`^(?:active|retired|revoked)$`)),
		"created_at":      isText,
		"retired_at":      isTextOrNull,
		"revoked_at":      isTextOrNull,
		"private_hash":    isText,
	}
)

var (
	hashForm         = matches(regexp.MustCompile(`^[0-9a-f]{64}$`))
	isList           = func(value any) bool { _, is := value.([]any); return is }
	decisionMembers  = members{"entry": isObject, "index": isCount, "hashes": isTexts, "key": isObject}
	statementMembers = members{
		"version":      matches(regexp.MustCompile(`^v0$`)),
		"receipt_hash": hashForm,
		"order_id":     func(value any) bool { return value == nil || isID(value) },
		"consumer_id":  isID,
		"decision":     matches(regexp.MustCompile(`^(?:accept|dispute)$`)),
		"reason_hash":  func(value any) bool { return value == nil || hashForm(value) },
		"issued_at":    isTime,
	}
	countersignedMembers = members{
		"type":       matches(regexp.MustCompile(`^receipt_(?:accepted|disputed)$`)),
		"at":         isText,
		"id":         isText,
		"key_id":     isText,
		"public_key": isText,
		"signature":  isText,
		"statement":  isObject,
	}
	consumerMembers = members{
		"type":         matches(regexp.MustCompile(`^consumer_(?:created|found|changed)$`)),
		"at":           isText,
		"id":           isText,
		"created_at":   isText,
		"link_hash":    isText,
		"keys":         isList,
		"private_hash": isText,
	}
	consumerKeyMembers = members{
		"id":         isText,
		"public_key": isText,
		"status":     matches(regexp.MustCompile(`^(?:active|revoked)$`)),
		"created_at": isText,
		"revoked_at": isTextOrNull,
	}
)

var (
	secondForm        = regexp.MustCompile(`^.{19}Z$`)
	chainMembers      = members{"chain": isList, "key": isObject}
	linkMembers       = members{"statement": isObject, "signature": isText, "public_key": isText}
	delegationMembers = members{
		"version":    matches(regexp.MustCompile(`^v0$`)),
		"issuer":     hashForm,
		"subject":    hashForm,
		"scope":      isObject,
		"not_before": isSecond,
		"expires_at": isSecond,
	}
	scopeMembers = members{
		"consumer_id": isID,
		"order_id":    isID,
		"shop_id":     isID,
		"job_prefix":  isID,
		"resolutions": isResolutions,
	}
)

// isSecond: a time in UTC with whole seconds, so that such times sort as text.
func isSecond(value any) bool {
	return isTime(value) && secondForm.MatchString(value.(string))
}

func isResolutions(value any) bool {
	list, _ := value.([]any)
	seen := map[string]bool{}
	for _, one := range list {
		word, _ := one.(string)
		if !resolution.MatchString(word) || seen[word] {
			return false
		}
		seen[word] = true
	}
	return 1 <= len(list) && len(list) <= 16
}

func checkMembers(value any, expected members, where string, isClosed bool) object {
	found, is := value.(object)
	need(is, where+" must be an object")
	for name, fits := range expected {
		member, has := found[name]
		need(has && fits(member), where+": "+name+" is missing or not valid")
	}
	for name := range found {
		need(!isClosed || expected[name] != nil, where+": it has another member")
	}
	return found
}

// checkForm checks the members of a bundle. True for v1, whose form is closed.
func checkForm(value any) (object, bool) {
	found, is := value.(object)
	need(is, "the bundle must be an object")
	isClosed := found["bundle"] == "v1"
	for _, name := range []string{"key", "context", "countersignatures", "delegation"} {
		// Nobody checks them in v0, so a bundle that was relabelled would still show them.
		_, has := found[name]
		need(isClosed || !has, "bundle: it has a member of v1")
	}
	expected := members{}
	for name, fits := range bundleMembers {
		expected[name] = fits
	}
	if isClosed {
		expected["key"] = isObject
		if _, has := found["context"]; has {
			expected["context"] = isObject
		}
		if _, has := found["countersignatures"]; has {
			// A dispute can be followed by an acceptance, which is final.
			expected["countersignatures"] = func(value any) bool { return isList(value) && len(value.([]any)) >= 1 && len(value.([]any)) <= 2 }
		}
	}
	if _, has := found["delegation"]; has && isClosed {
		expected["delegation"] = isObject
	}
	if _, has := found["delegation_hash"]; has && !isClosed {
		expected["delegation_hash"] = hashForm
	}
	checkMembers(found, expected, "bundle", isClosed)
	checkMembers(found["log"], logMembers, "log", isClosed)
	if isClosed {
		checkMembers(found["key"], keyMembers, "key", true)
		for _, one := range decisionsOf(found) {
			decision := checkMembers(one, decisionMembers, "countersignature", true)
			checkMembers(decision["key"], keyMembers, "countersignature: key", true)
		}
		if value, has := found["delegation"]; has {
			delegation := checkMembers(value, chainMembers, "delegation", true)
			checkMembers(delegation["key"], keyMembers, "delegation: key", true)
		}
	}
	return found, isClosed
}

// verified is a valid bundle.
type verified struct {
	bundle      object
	isV1        bool
	fingerprint string
}

// pins are the keys that the user knows; empty if none.
type pins struct {
	signer, log string
	witnesses   []noteKey
	shop        []string
}

func verifyBundle(value any, known pins) verified {
	bundle, isV1 := checkForm(value)
	receipt, log := bundle["receipt"].(object), bundle["log"].(object)
	signed := receiptBytes(receipt)
	key := readPem(bundle["public_key"].(string))
	encoded := bundle["signature"].(string)
	need(signatureForm.MatchString(encoded), "the signature is not 64 bytes in base64")
	need(isSigned(key, fromBase64(encoded), signed), "the signature is not valid for this key and receipt")
	isSame := bundle["signed_bytes"] == base64.StdEncoding.EncodeToString(signed)
	need(isSame, "signed_bytes are not those of the receipt")
	fingerprint := fingerprintOf(key)
	need(known.signer == "" || known.signer == fingerprint, "it is signed by the key "+fingerprint)
	vkey, note := log["public_key"].(string), log["checkpoint"].(string)
	need(known.log == "" || known.log == vkey, "it is from the log "+vkey)
	size, root := openCheckpoint(note, vkey)
	need(float64(size) == log["tree_size"], "tree_size is not that of the checkpoint")
	for _, witness := range known.witnesses {
		checkWitness(note, witness)
	}
	leaf := canonical(leafOf(bundle, hex.EncodeToString(hash(signed)), isV1))
	isHeld := isIncluded(leaf, countOf(log["index"]), size, log["hashes"].([]any), root)
	need(isHeld, "the log does not hold this receipt with this id and time")
	if isV1 {
		checkOwner(bundle, fingerprint, size, root)
		checkDecisions(bundle, hex.EncodeToString(hash(signed)), size, root)
		if _, has := bundle["delegation"]; has {
			checkDelegation(bundle, fingerprint, size, root)
		}
		checkContext(bundle)
	}
	return verified{bundle, isV1, fingerprint}
}

var signatureForm = regexp.MustCompile(`^[A-Za-z0-9+/]{85}[AQgw]==$`)

func countOf(value any) int64 {
	return int64(value.(float64))
}

// checkOwner: the log must have registered the key, before the receipt, for its agent or for all agents.
func checkOwner(bundle object, fingerprint string, size int64, root []byte) {
	key := bundle["key"].(object)
	entry := checkMembers(key["entry"], entryMembers, "key.entry", true)
	isFound := entry["type"] == "key_found"
	need(isFound || entry["status"] == "active", "key.entry: it does not register a key")
	need(entry["key_fingerprint"] == fingerprint, "key.entry: it is about another key")
	isAgents := entry["agent_id"] == nil || entry["agent_id"] == bundle["receipt"].(object)["agent_id"]
	need(isAgents, "key.entry: it is not for the agent of the receipt")
	index := countOf(key["index"])
	isBefore := index < countOf(bundle["log"].(object)["index"])
	need(isFound || isBefore, "key.entry: it is not before the receipt")
	need(holds(key, size, root), "the log does not hold the key's entry")
}

func holds(proof object, size int64, root []byte) bool {
	return isIncluded(canonical(proof["entry"]), countOf(proof["index"]), size, proof["hashes"].([]any), root)
}

func decisionsOf(bundle object) []any {
	list, _ := bundle["countersignatures"].([]any)
	return list
}

// checkDecisions: the receipt's consumer must have signed each countersignature with a key that it had by the log.
func checkDecisions(bundle object, receiptHash string, size int64, root []byte) {
	var before object
	for _, value := range decisionsOf(bundle) {
		one := value.(object)
		checkDecision(one["entry"], bundle, receiptHash)
		isAfter := countOf(one["index"]) > countOf(bundle["log"].(object)["index"])
		need(isAfter, "countersignature: it is not after the receipt")
		need(holds(one, size, root), "the log does not hold the countersignature")
		checkConsumerKey(one, bundle["receipt"].(object)["consumer_id"])
		need(holds(one["key"].(object), size, root), "the log does not hold the consumer's entry")
		if before != nil {
			isNext := decisionOf(before) == "dispute" && decisionOf(one) == "accept" && countOf(before["index"]) < countOf(one["index"])
			need(isNext, "countersignature: it cannot follow the one before it")
		}
		before = one
	}
}

func decisionOf(one object) any {
	return one["entry"].(object)["statement"].(object)["decision"]
}

func checkDecision(value any, bundle object, receiptHash string) {
	entry := checkMembers(value, countersignedMembers, "countersignature: entry", true)
	statement := checkMembers(entry["statement"], statementMembers, "countersignature: statement", true)
	isAccepted := statement["decision"] == "accept"
	need(isAccepted == (statement["reason_hash"] == nil), "countersignature: only a dispute has a reason")
	need(isAccepted == (entry["type"] == "receipt_accepted"), "countersignature: its entry is of another type")
	isAbout := entry["id"] == bundle["id"] && statement["receipt_hash"] == receiptHash
	need(isAbout, "countersignature: it is about another receipt")
	isConsumers := statement["consumer_id"] == bundle["receipt"].(object)["consumer_id"]
	need(isConsumers, "countersignature: it is of another consumer")
	context, _ := bundle["context"].(object)
	order := statement["order_id"]
	isSame := !isText(context["order_id"]) || order == nil || order == context["order_id"]
	need(isSame, "countersignature: it is about another order than the context")
	key, encoded := readPem(entry["public_key"].(string)), entry["signature"].(string)
	need(signatureForm.MatchString(encoded), "the signature is not 64 bytes in base64")
	message := []byte("portal countersignature\n" + canonical(statement))
	need(isSigned(key, fromBase64(encoded), message), "the countersignature is not valid for this key and statement")
}

func checkConsumer(value any, where string, consumerID any) object {
	consumer := checkMembers(value, consumerMembers, where, true)
	for _, key := range consumer["keys"].([]any) {
		checkMembers(key, consumerKeyMembers, where+".keys", true)
	}
	need(consumer["id"] == consumerID, where+" is about another consumer")
	return consumer
}

func checkConsumerKey(one object, consumerID any) {
	proof := one["key"].(object)
	checkConsumer(proof["entry"], "countersignature: key.entry", consumerID)
	need(keyOf(one) != nil, "countersignature: key.entry does not have the key as active")
	need(countOf(proof["index"]) < countOf(one["index"]), "countersignature: key.entry is not before it")
}

// keyOf returns the consumer's key of a countersignature; nil if it was not active.
func keyOf(one object) object {
	entry := one["entry"].(object)
	for _, value := range one["key"].(object)["entry"].(object)["keys"].([]any) {
		key := value.(object)
		if key["id"] == entry["key_id"] && key["public_key"] == entry["public_key"] && key["status"] == "active" {
			return key
		}
	}
	return nil
}

func decisionLine(one object) string {
	entry := one["entry"].(object)
	decision := "disputed"
	if decisionOf(one) == "accept" {
		decision = "accepted"
	}
	return fmt.Sprintf("%s  by consumer %s, %s, with the key %s, in the log since %s", decision,
		shown(entry["statement"].(object)["consumer_id"]), shown(entry["at"]),
		fingerprintOf(readPem(entry["public_key"].(string))), shown(keyOf(one)["created_at"]))
}

// leafOf: the leaf of a receipt with a chain also contains the hash of the chain.
func leafOf(bundle object, receiptHash string, isV1 bool) object {
	leaf := object{"id": bundle["id"], "receipt_hash": receiptHash, "received_at": bundle["received_at"]}
	if delegation, has := bundle["delegation"].(object); has && isV1 {
		chain := delegation["chain"].([]any)
		checkChain(chain)
		leaf["delegation_hash"] = hex.EncodeToString(hash([]byte(canonical(chain))))
	}
	if chainHash, has := bundle["delegation_hash"]; has && !isV1 {
		leaf["delegation_hash"] = chainHash
	}
	return leaf
}

// checkChain checks the form and signatures of a chain, and that no link allows more than the one before it.
func checkChain(chain []any) {
	need(1 <= len(chain) && len(chain) <= 8, "delegation: the chain must have 1 to 8 links")
	var before object
	issuers := map[any]bool{}
	for _, link := range chain {
		statement := checkLink(link)
		if before != nil {
			checkFollows(statement, before)
		}
		issuers[statement["issuer"]] = true
		need(!issuers[statement["subject"]], "delegation: a link is for a key that signed it or one before it")
		before = statement
	}
	need(len(canonical(chain)) <= 16*1024, "delegation: the chain is too long")
}

func checkLink(value any) object {
	link := checkMembers(value, linkMembers, "delegation: link", true)
	statement := checkMembers(link["statement"], delegationMembers, "delegation: statement", true)
	scope, expected := statement["scope"].(object), members{}
	for name, fits := range scopeMembers {
		if _, has := scope[name]; has {
			expected[name] = fits
		}
	}
	checkMembers(scope, expected, "delegation: scope", true)
	need(statement["not_before"].(string) < statement["expires_at"].(string), "delegation: it ends before it begins")
	pem, encoded := link["public_key"].(string), link["signature"].(string)
	key := readPem(pem)
	isExact := !strings.Contains(pem, "\r") && strings.HasSuffix(pem, "\n")
	need(isExact, "delegation: the public key has another line break")
	need(fingerprintOf(key) == statement["issuer"], "delegation: the issuer has another key")
	need(signatureForm.MatchString(encoded), "the signature is not 64 bytes in base64")
	message := []byte("portal delegation\n" + canonical(statement))
	need(isSigned(key, fromBase64(encoded), message), "delegation: a signature is not valid for its key and statement")
	return statement
}

func checkFollows(inner, outer object) {
	need(inner["issuer"] == outer["subject"], "delegation: a link is not signed by the subject of the one before")
	isWithin := outer["not_before"].(string) <= inner["not_before"].(string) && inner["expires_at"].(string) <= outer["expires_at"].(string)
	need(isWithin, "delegation: a link is valid for longer than the one before")
	less, more := inner["scope"].(object), outer["scope"].(object)
	for _, name := range []string{"consumer_id", "order_id", "shop_id"} {
		_, isLimited := more[name]
		need(!isLimited || less[name] == more[name], "delegation: "+name+" allows more than the link before")
	}
	inside, _ := less["job_prefix"].(string)
	prefix, _ := more["job_prefix"].(string)
	need(strings.HasPrefix(inside, prefix), "delegation: job_prefix allows more than the link before")
	words, hasWords := less["resolutions"].([]any)
	allowed, isLimited := more["resolutions"].([]any)
	need(hasWords || !isLimited, "delegation: resolutions allow more than the link before")
	for _, word := range words {
		need(!isLimited || contains(allowed, word), "delegation: resolutions allow more than the link before")
	}
}

func contains(list []any, wanted any) bool {
	for _, one := range list {
		if one == wanted {
			return true
		}
	}
	return false
}

// checkDelegation: the last link must allow the receipt, and the log must have had the first key as active before it.
func checkDelegation(bundle object, fingerprint string, size int64, root []byte) {
	delegation, receipt := bundle["delegation"].(object), bundle["receipt"].(object)
	chain, key := delegation["chain"].([]any), delegation["key"].(object)
	last := chain[len(chain)-1].(object)["statement"].(object)
	need(last["subject"] == fingerprint, "delegation: the last link is not for the key of the receipt")
	issued := secondOf(receipt["issued_at"])
	isInTime := secondOf(last["not_before"]) <= issued && issued < secondOf(last["expires_at"])
	need(isInTime, "delegation: the receipt was issued outside its time")
	context, _ := bundle["context"].(object)
	checkScope(last["scope"].(object), receipt, context)
	isBefore := countOf(key["index"]) < countOf(bundle["log"].(object)["index"])
	need(isBefore, "delegation: key.entry is not before the receipt")
	owner, _ := rootOf(bundle)
	need(owner != "", "delegation: key.entry does not have the key of the first link as active")
	need(holds(key, size, root), "the log does not hold the entry of the key of the delegation")
}

// checkScope compares an order and its shop if the context names them; otherwise the log's operator did.
func checkScope(scope, receipt, context object) {
	seller, _ := context["seller"].(object)
	job := object{"consumer_id": receipt["consumer_id"], "order_id": context["order_id"], "shop_id": seller["shop_id"]}
	for name, value := range job {
		limit, isLimited := scope[name]
		need(!isLimited || !isText(value) || limit == value, "delegation: "+name+" does not allow the receipt")
	}
	prefix, _ := scope["job_prefix"].(string)
	need(strings.HasPrefix(receipt["job_id"].(string), prefix), "delegation: job_prefix does not allow the receipt")
	allowed, isLimited := scope["resolutions"].([]any)
	need(!isLimited || contains(allowed, receipt["resolution"]), "delegation: resolutions do not allow the receipt")
}

// secondOf cuts off a fraction, since limits are whole seconds.
func secondOf(value any) int64 {
	parsed, err := time.Parse(time.RFC3339Nano, value.(string))
	need(err == nil, "receipt: issued_at is not a time")
	return parsed.Unix()
}

// rootOf returns the owner of the first key and when it was registered, by the log; "" if the key was not active.
func rootOf(bundle object) (string, any) {
	delegation := bundle["delegation"].(object)
	entry, first := delegation["key"].(object)["entry"].(object), delegation["chain"].([]any)[0].(object)
	if _, isKey := entry["key_fingerprint"]; isKey {
		checkMembers(entry, entryMembers, "delegation: key.entry", true)
		isActive := entry["key_fingerprint"] == first["statement"].(object)["issuer"] && entry["status"] == "active"
		switch {
		case !isActive:
			return "", nil
		case entry["agent_id"] == nil:
			return "the organization", entry["created_at"]
		}
		return "agent " + shown(entry["agent_id"]), entry["created_at"]
	}
	checkConsumer(entry, "delegation: key.entry", bundle["receipt"].(object)["consumer_id"])
	for _, value := range entry["keys"].([]any) {
		key := value.(object)
		if key["public_key"] == first["public_key"] && key["status"] == "active" {
			return "consumer " + shown(entry["id"]), key["created_at"]
		}
	}
	return "", nil
}

func delegationLines(bundle object) []string {
	owner, since := rootOf(bundle)
	chain := bundle["delegation"].(object)["chain"].([]any)
	issuer := chain[0].(object)["statement"].(object)["issuer"]
	lines := []string{fmt.Sprintf("allowed   by %s, with the key %s, in the log since %s", owner, issuer, shown(since))}
	for _, link := range chain {
		one := link.(object)["statement"].(object)
		lines = append(lines, fmt.Sprintf("allows    the key %s, from %s until %s: %s",
			one["subject"], one["not_before"], one["expires_at"], shown(canonical(one["scope"]))))
	}
	return lines
}

func checkContext(bundle object) {
	context, has := bundle["context"]
	if !has {
		return
	}
	contextHash := "sha256:" + hex.EncodeToString(hash([]byte(canonical(context))))
	isNamed := contextHash == bundle["receipt"].(object)["context_hash"]
	need(isNamed, "the context is not the one that the receipt names")
}

// report lists what is proven. Texts are printed in ASCII, so that none can move the cursor or hide what is around it.
func (found verified) report(known pins) []string {
	bundle := found.bundle
	receipt, log := bundle["receipt"].(object), bundle["log"].(object)
	unnamed := func(pin string) string {
		if pin == "" {
			return ", which you did not name"
		}
		return ""
	}
	lines := []string{
		fmt.Sprintf("receipt %s is valid", bundle["id"]),
		"signed    by the key " + found.fingerprint + unnamed(known.signer),
	}
	about := receipt["context_hash"]
	if found.isV1 {
		entry := bundle["key"].(object)["entry"].(object)
		owner := "all agents of the organization"
		if entry["agent_id"] != nil {
			owner = "agent " + shown(entry["agent_id"])
		}
		lines = append(lines, "key of    "+owner+", in the log since "+shown(entry["at"]))
		if context, has := bundle["context"]; has {
			about = canonical(context)
		}
	}
	place := fmt.Sprintf("leaf %d of %d", countOf(log["index"]), countOf(log["tree_size"]))
	lines = append(lines, fmt.Sprintf("logged    %s, %s in %s%s", bundle["received_at"], place, shown(log["public_key"]), unnamed(known.log)))
	for _, witness := range known.witnesses {
		lines = append(lines, "witnessed by "+shown(witness.name))
	}
	lines = append(lines,
		fmt.Sprintf("states    agent %s did job %s for %s: %s, %s", shown(receipt["agent_id"]), shown(receipt["job_id"]),
			shown(receipt["consumer_id"]), receipt["resolution"], receipt["issued_at"]),
		"about     "+shown(about))
	if _, has := bundle["delegation"]; has && found.isV1 {
		lines = append(lines, delegationLines(bundle)...)
	}
	if found.isV1 {
		for _, one := range decisionsOf(bundle) {
			lines = append(lines, decisionLine(one.(object)))
		}
	}
	return lines
}

func shown(value any) string {
	var text strings.Builder
	for _, unit := range utf16.Encode([]rune(value.(string))) {
		if 0x20 <= unit && unit <= 0x7e {
			text.WriteByte(byte(unit))
		} else {
			fmt.Fprintf(&text, `\u%04x`, unit)
		}
	}
	return text.String()
}

// The order statement: two signatures of a shop over the same payload.

var base64urlForm = regexp.MustCompile(`^[A-Za-z0-9_-]*$`)

// fromBase64url decodes canonical base64url without padding; nil for any other text.
func fromBase64url(text string) []byte {
	data, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || !base64urlForm.MatchString(text) || toBase64url(data) != text {
		return nil
	}
	return data
}

func toBase64url(data []byte) string {
	return base64.RawURLEncoding.EncodeToString(data)
}

const lastSecond = 253402300799

var (
	isPair       = func(value any) bool { list, is := value.([]any); return is && len(list) == 2 }
	isCoordinate = func(value any) bool { text, is := value.(string); return is && len(fromBase64url(text)) == 32 }
	claimMembers = members{
		"iss":     matches(regexp.MustCompile(`^[\x21-\x7e]+$`)),
		"sub":     matches(regexp.MustCompile(`^[\x21-\x7e]{1,255}$`)),
		"iat":     func(value any) bool { return isCount(value) && 0 <= value.(float64) && value.(float64) <= lastSecond },
		"context": isObject,
	}
	signedMembers    = members{"payload": isText, "signatures": isPair, "keys": isPair}
	signatureMembers = members{"protected": isText, "signature": isText}
)

// shopKey is the form of a JWK, and its members whose hash is its id (RFC 7638).
type shopKey struct {
	kty, crv, alg string
	coordinates   []string
}

var shopKeys = [2]shopKey{
	{"EC", "P-256", "ES256", []string{"x", "y"}},
	{"OKP", "Ed25519", "EdDSA", []string{"x"}},
}

func (form shopKey) check(value any) object {
	isEqual := func(wanted string) func(any) bool { return func(value any) bool { return value == wanted } }
	expected := members{"kty": isEqual(form.kty), "crv": isEqual(form.crv), "alg": isEqual(form.alg), "use": isEqual("sig"), "kid": isText}
	for _, name := range form.coordinates {
		expected[name] = isCoordinate
	}
	key := checkMembers(value, expected, "keys", true)
	required := object{"kty": form.kty, "crv": form.crv}
	for _, name := range form.coordinates {
		required[name] = key[name]
	}
	need(key["kid"] == toBase64url(hash([]byte(canonical(required)))), "keys: kid is not the thumbprint")
	return key
}

func isSignedES256(key object, signature, message []byte) bool {
	number := func(name string) *big.Int { return new(big.Int).SetBytes(fromBase64url(key[name].(string))) }
	curve := elliptic.P256()
	public := ecdsa.PublicKey{Curve: curve, X: number("x"), Y: number("y")}
	need(curve.IsOnCurve(public.X, public.Y), "the public key is no point of the curve P-256")
	r, s := new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])
	return ecdsa.Verify(&public, hash(message), r, s)
}

func checkSignature(value any, key object, payload string) {
	signed := checkMembers(value, signatureMembers, "signatures", true)
	header := toBase64url([]byte(canonical(object{"alg": key["alg"], "kid": key["kid"], "typ": "order-statement+jwt"})))
	need(signed["protected"] == header, "signatures: protected has another header")
	signature := fromBase64url(signed["signature"].(string))
	need(len(signature) == 64, "signatures: it is not 64 bytes in base64url")
	message := []byte(header + "." + payload)
	isValid := false
	if key["alg"] == "ES256" {
		isValid = isSignedES256(key, signature, message)
	} else {
		isValid = isSigned(checkPoint(fromBase64url(key["x"].(string))), signature, message)
	}
	need(isValid, "the signature with "+key["alg"].(string)+" is not valid over this payload")
}

// readClaims parses the payload, which must be canonical JSON, so that it has one form only.
func readClaims(payload string) object {
	data := fromBase64url(payload)
	need(data != nil, "payload: it is not base64url")
	claims := parseDocument(data)
	need(canonical(claims) == string(data), "payload: it is not canonical JSON")
	found := checkMembers(claims, claimMembers, "payload", true)
	need(found["context"].(object)["order_id"] == found["sub"], "payload: the context is that of another order")
	return found
}

// verifyStatement verifies a parsed order statement, and lists what is proven.
func verifyStatement(value any, known pins) []string {
	statement := checkMembers(value, signedMembers, "statement", true)
	keys := []object{}
	for at, form := range shopKeys {
		keys = append(keys, form.check(statement["keys"].([]any)[at]))
	}
	payload := statement["payload"].(string)
	claims := readClaims(payload)
	for at, key := range keys {
		checkSignature(statement["signatures"].([]any)[at], key, payload)
	}
	isNamed := func(key object) bool {
		for _, kid := range known.shop {
			if key["kid"] == kid {
				return true
			}
		}
		return false
	}
	isAnyNamed := len(known.shop) == 0 || isNamed(keys[0]) || isNamed(keys[1])
	need(isAnyNamed, fmt.Sprintf("it is signed by the keys %s and %s", keys[0]["kid"], keys[1]["kid"]))
	context := canonical(claims["context"])
	lines := []string{fmt.Sprintf("statement of order %s is valid", claims["sub"])}
	for _, key := range keys {
		note := ", which you did not name"
		if isNamed(key) {
			note = ""
		}
		lines = append(lines, fmt.Sprintf("signed    with %s by the key %s%s", key["alg"], key["kid"], note))
	}
	issued := time.Unix(countOf(claims["iat"]), 0).UTC().Format("2006-01-02T15:04:05Z")
	return append(lines,
		fmt.Sprintf("issued    %s, in the name of %s", issued, claims["iss"]),
		"context   sha256:"+hex.EncodeToString(hash([]byte(context))),
		"states    "+shown(context))
}

func isStatement(value any) bool {
	found, _ := value.(object)
	_, isSigned := found["signatures"]
	_, isBundle := found["bundle"]
	return isSigned && !isBundle
}

// The command.

type texts []string

func (list *texts) String() string { return strings.Join(*list, " ") }

func (list *texts) Set(text string) error {
	*list = append(*list, text)
	return nil
}

func readSigner(text string) string {
	if text == "" || regexp.MustCompile(`^[0-9a-f]{64}$`).MatchString(text) {
		return text
	}
	pem, err := os.ReadFile(text)
	need(err == nil && utf8.Valid(pem), "the file cannot be read")
	return fingerprintOf(readPem(string(pem)))
}

// checkFile prints the verdict on a file, and returns its exit code, 2 also for a valid file of which the user named no key.
func checkFile(file string, known pins) int {
	data, err := os.ReadFile(file)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	var lines []string
	isKnown := known.signer != "" || known.log != ""
	verify := func() {
		value := parseBundle(data)
		if isStatement(value) {
			isKnown = len(known.shop) > 0
			lines = verifyStatement(value, known)
		} else {
			lines = verifyBundle(value, known).report(known)
		}
	}
	if reason, ok := try(verify); !ok {
		fmt.Printf("%s: not valid: %s\n", file, reason)
		return 1
	}
	fmt.Printf("%s: %s\n", file, strings.Join(lines, "\n  "))
	if !isKnown {
		return 2
	}
	return 0
}

func main() {
	var known pins
	var witnesses, shop texts
	signer := flag.String("signer", "", "the signer's key that you know: fingerprint, or file with PEM")
	flag.StringVar(&known.log, "log", "", "the log's verifier key that you know")
	flag.Var(&witnesses, "witness", "verifier key of a witness that must have cosigned; may be repeated")
	flag.Var(&shop, "shop", "id of a key of the shop that you know; may be repeated")
	flag.Parse()
	known.shop = shop
	reason, ok := try(func() {
		known.signer = readSigner(*signer)
		for _, vkey := range witnesses {
			known.witnesses = append(known.witnesses, readVkey(vkey, witnessKey))
		}
		need(flag.NArg() > 0, "name a file")
	})
	if !ok {
		fmt.Fprintln(os.Stderr, "usage: "+reason)
		os.Exit(2)
	}
	codes := [3]int{}
	for _, file := range flag.Args() {
		codes[checkFile(file, known)]++
	}
	switch {
	case codes[1] > 0:
		os.Exit(1)
	case codes[2] > 0:
		fmt.Fprintln(os.Stderr, "no verdict: name a key that you know: --signer or --log for bundles, --shop for statements")
		os.Exit(2)
	}
}
