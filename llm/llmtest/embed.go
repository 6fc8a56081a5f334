package llmtest

import (
	"encoding/json"
	"net/http"
)

// embed returns a handler that answers requests for vectors by the script.
func (s *Server) embed(e embedder) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s.respond(w, r, e.decode, func(req Request, reply Reply) {
			if reply.vectors == nil {
				play(w, r, req, reply, &openAI{})
				return
			}
			vectors := [][]float32{}
			for _, text := range req.Texts {
				vectors = append(vectors, reply.vectors(text))
			}
			w.Header().Set("Content-Type", "application/json")
			_ = json.NewEncoder(w).Encode(e.encode(vectors)) // fails only if the client has gone
		})
	}
}
