// Checks the logs of receipt bundles with golang.org/x/mod (Debian: golang-golang-x-mod-dev), which knows nothing of
// receipts: the note of the checkpoint, and the path of each leaf to its root. Signatures of people are not checked.
// For each file it prints "FILE: log valid" or "FILE: log not valid: REASON".
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// Numbers are doubles, since an index may be written as 4.0.
type proof struct {
	Entry  json.RawMessage `json:"entry"`
	Index  float64         `json:"index"`
	Hashes []string        `json:"hashes"`
	Key    *proof          `json:"key"`
}

type bundle struct {
	Bundle         string  `json:"bundle"`
	ID             string  `json:"id"`
	SignedBytes    string  `json:"signed_bytes"`
	ReceivedAt     string  `json:"received_at"`
	DelegationHash string  `json:"delegation_hash"`
	Key            *proof  `json:"key"`
	Decisions      []proof `json:"countersignatures"`
	Delegation     *struct {
		Chain json.RawMessage `json:"chain"`
		Key   *proof          `json:"key"`
	} `json:"delegation"`
	Log struct {
		PublicKey  string   `json:"public_key"`
		Index      float64  `json:"index"`
		TreeSize   float64  `json:"tree_size"`
		Hashes     []string `json:"hashes"`
		Checkpoint string   `json:"checkpoint"`
	} `json:"log"`
}

// leaf has its members in the order of canonical JSON.
type leaf struct {
	DelegationHash string `json:"delegation_hash,omitempty"`
	ID             string `json:"id"`
	ReceiptHash    string `json:"receipt_hash"`
	ReceivedAt     string `json:"received_at"`
}

func main() {
	for _, file := range os.Args[1:] {
		if err := check(file); err != nil {
			fmt.Printf("%s: log not valid: %q\n", file, err)
		} else {
			fmt.Printf("%s: log valid\n", file)
		}
	}
}

func check(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var answer map[string]json.RawMessage
	if json.Unmarshal(text, &answer) == nil && answer["data"] != nil && answer["bundle"] == nil {
		text = answer["data"]
	}
	var found bundle
	if err := json.Unmarshal(text, &found); err != nil {
		return err
	}
	size, root, err := openCheckpoint(found)
	if err != nil {
		return err
	}
	data, err := leafOf(found)
	if err != nil {
		return err
	}
	if err := holds(data, found.Log.Index, found.Log.Hashes, size, root); err != nil || found.Bundle != "v1" {
		return err
	}
	for _, one := range proofsOf(found) {
		if one == nil {
			return errors.New("it lacks a proof of v1")
		}
		data, err := canonical(one.Entry)
		if err != nil {
			return err
		}
		if err := holds(data, one.Index, one.Hashes, size, root); err != nil {
			return err
		}
	}
	return nil
}

func proofsOf(of bundle) []*proof {
	proofs := []*proof{of.Key}
	for at := range of.Decisions {
		proofs = append(proofs, &of.Decisions[at], of.Decisions[at].Key)
	}
	if of.Delegation != nil {
		proofs = append(proofs, of.Delegation.Key)
	}
	return proofs
}

func openCheckpoint(of bundle) (int64, tlog.Hash, error) {
	var root tlog.Hash
	verifier, err := note.NewVerifier(of.Log.PublicKey)
	if err != nil {
		return 0, root, err
	}
	opened, err := note.Open([]byte(of.Log.Checkpoint), note.VerifierList(verifier))
	if err != nil {
		return 0, root, err
	}
	lines := strings.Split(opened.Text, "\n")
	if len(lines) < 4 || lines[0] != verifier.Name() {
		return 0, root, errors.New("the origin is not the name of the key")
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil || float64(size) != of.Log.TreeSize {
		return 0, root, errors.New("the checkpoint has another size")
	}
	return size, root, readHash(lines[2], &root)
}

func leafOf(of bundle) ([]byte, error) {
	signed, err := base64.StdEncoding.DecodeString(of.SignedBytes)
	if err != nil {
		return nil, err
	}
	chain := of.DelegationHash
	if of.Bundle == "v1" && of.Delegation != nil {
		text, err := canonical(of.Delegation.Chain)
		if err != nil {
			return nil, err
		}
		chain = hashOf(text)
	}
	return json.Marshal(leaf{chain, of.ID, hashOf(signed), of.ReceivedAt})
}

// canonical writes JSON as RFC 8785 does, if it has only texts, null, and ASCII names, as entries and chains have.
func canonical(text json.RawMessage) ([]byte, error) {
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		return nil, err
	}
	var written bytes.Buffer
	encoder := json.NewEncoder(&written)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	raw := bytes.TrimSuffix(written.Bytes(), []byte("\n"))
	raw = bytes.ReplaceAll(raw, []byte(`\u2028`), []byte("\u2028"))
	return bytes.ReplaceAll(raw, []byte(`\u2029`), []byte("\u2029")), err
}

func holds(data []byte, index float64, hashes []string, size int64, root tlog.Hash) error {
	path := make(tlog.RecordProof, len(hashes))
	for at, text := range hashes {
		if err := readHash(text, &path[at]); err != nil {
			return err
		}
	}
	if index != math.Trunc(index) || index < 0 || index >= float64(size) {
		return errors.New("the index is not one of the tree")
	}
	return tlog.CheckRecord(path, size, root, int64(index), tlog.RecordHash(data))
}

func readHash(text string, into *tlog.Hash) error {
	decoded, err := base64.StdEncoding.DecodeString(text)
	if err == nil && len(decoded) != len(into) {
		err = errors.New("a hash does not have 32 bytes")
	}
	copy(into[:], decoded)
	return err
}

func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
