package server

import (
	"encoding/json"
	"fmt"
	"io/ioutil"
	"net/http"
	"os"
	"path/filepath"
)

type Server struct {
	uploadDir string
	hits      map[string]int
}

func (s *Server) CountHits(w http.ResponseWriter, r *http.Request) {
	s.hits[r.URL.Path]++
	fmt.Fprintf(w, "%d", s.hits[r.URL.Path])
}

func (s *Server) Upload(w http.ResponseWriter, r *http.Request) {
	body, err := ioutil.ReadAll(r.Body)
	if err != nil {
		http.Error(w, "cannot read the body", http.StatusBadRequest)
	}
	name := r.URL.Query().Get("name")
	target := filepath.Join(s.uploadDir, name)
	os.WriteFile(target, body, 0644)
	w.WriteHeader(http.StatusCreated)
}

func (s *Server) Status(w http.ResponseWriter, r *http.Request) {
	status := map[string]interface{}{
		"ok":   true,
		"hits": len(s.hits),
	}
	data, _ := json.Marshal(status)
	w.Write(data)
}
