// A witness of C2SP tlog-witness, built on golang.org/x/mod (Debian: golang-golang-x-mod-dev). It cosigns a checkpoint
// only if it extends the last one that it saw of the same log. Arguments: its name. It prints its verifier key and URL,
// then reads the verifier keys of logs from standard input, one a line, and confirms each. It ends with its input.
package main

import (
	"bufio"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type head struct {
	size int64
	root tlog.Hash
}

type witness struct {
	name  string
	key   ed25519.PrivateKey
	mutex sync.Mutex
	logs  map[string]note.Verifier
	seen  map[string]head
}

func main() {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	must(err)
	w := &witness{name: os.Args[1], key: key, logs: map[string]note.Verifier{}, seen: map[string]head{}}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	go http.Serve(listener, http.HandlerFunc(w.serve))
	fmt.Printf("%s http://%s\n", w.vkey(), listener.Addr())
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		verifier, err := note.NewVerifier(lines.Text())
		must(err)
		w.mutex.Lock()
		w.logs[verifier.Name()] = verifier
		w.mutex.Unlock()
		fmt.Println("trusted", verifier.Name())
	}
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func (w *witness) typed() []byte {
	return append([]byte{4}, w.key.Public().(ed25519.PublicKey)...)
}

func (w *witness) id() []byte {
	sum := sha256.Sum256(append([]byte(w.name+"\n"), w.typed()...))
	return sum[:4]
}

func (w *witness) vkey() string {
	return fmt.Sprintf("%s+%x+%s", w.name, w.id(), base64.StdEncoding.EncodeToString(w.typed()))
}

func (w *witness) serve(answer http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(request.Body)
	if err != nil || request.Method != http.MethodPost || request.URL.Path != "/add-checkpoint" {
		answer.WriteHeader(http.StatusNotFound)
		return
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	status, text := w.add(string(body))
	if status == http.StatusConflict && text != "" {
		answer.Header().Set("content-type", "text/x.tlog.size")
	}
	answer.WriteHeader(status)
	io.WriteString(answer, text)
}

func (w *witness) add(body string) (int, string) {
	before, signed, _ := strings.Cut(body, "\n\n")
	lines := strings.Split(before, "\n")
	old, err := strconv.ParseInt(strings.TrimPrefix(lines[0], "old "), 10, 64)
	if err != nil {
		return http.StatusBadRequest, ""
	}
	origin, _, _ := strings.Cut(signed, "\n")
	verifier, isKnown := w.logs[origin]
	if !isKnown {
		return http.StatusNotFound, ""
	}
	opened, err := note.Open([]byte(signed), note.VerifierList(verifier))
	if err != nil {
		return http.StatusForbidden, ""
	}
	next, err := readHead(opened.Text)
	if err != nil || old > next.size {
		return http.StatusBadRequest, ""
	}
	last := w.seen[origin]
	if old != last.size {
		return http.StatusConflict, fmt.Sprintf("%d\n", last.size)
	}
	if old == next.size && old > 0 && next.root != last.root {
		return http.StatusConflict, ""
	}
	if err := extends(last, next, lines[1:]); err != nil {
		return http.StatusUnprocessableEntity, ""
	}
	w.seen[origin] = next
	return http.StatusOK, w.cosign(opened.Text)
}

func readHead(text string) (head, error) {
	lines := strings.Split(text, "\n")
	if len(lines) < 4 {
		return head{}, fmt.Errorf("not a checkpoint")
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		return head{}, err
	}
	root, err := tlog.ParseHash(lines[2])
	return head{size, root}, err
}

func extends(last, next head, texts []string) error {
	proof := tlog.TreeProof{}
	for _, text := range texts {
		hash, err := tlog.ParseHash(text)
		if err != nil {
			return err
		}
		proof = append(proof, hash)
	}
	if last.size == 0 || last.size == next.size {
		if len(proof) > 0 {
			return fmt.Errorf("a proof where none is needed")
		}
		return nil
	}
	return tlog.CheckTree(proof, next.size, next.root, last.size, last.root)
}

func (w *witness) cosign(text string) string {
	now := time.Now().Unix()
	signature := ed25519.Sign(w.key, []byte(fmt.Sprintf("cosignature/v1\ntime %d\n%s", now, text)))
	stamped := binary.BigEndian.AppendUint64(w.id(), uint64(now))
	return fmt.Sprintf("\u2014 %s %s\n", w.name, base64.StdEncoding.EncodeToString(append(stamped, signature...)))
}
