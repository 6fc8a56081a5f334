// Package tokens compares the server's estimate of tokens with the counts of real tokenisers.
package tokens

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"ptk-lsp/ptk/notation"
)

// bounds limit the relative error of the estimate. Too low is worse, as a request would not fit; but an eighth of the window is
// always reserved, and once a provider has counted, its count corrects the estimate.
type bounds struct{ low, high float64 }

var (
	codeAndEnglish = bounds{0.15, 0.10}
	otherLanguages = bounds{0.20, 1.00} // newer vocabularies have far more of their words than older ones
	others         = []string{"chinese.txt", "german.txt", "vietnamese.txt"}
)

// TestTheEstimateIsNearRealCounts compares the estimate with testdata/counts.json, the output of count.mjs.
func TestTheEstimateIsNearRealCounts(t *testing.T) {
	var counts map[string]map[string]int
	data, err := os.ReadFile("testdata/counts.json")
	if err == nil {
		err = json.Unmarshal(data, &counts)
	}
	if err != nil {
		t.Fatal(err)
	}
	for name, by := range counts {
		text, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		may := codeAndEnglish
		if slices.Contains(others, name) {
			may = otherLanguages
		}
		estimate := notation.EstimateTokens(string(text))
		for vocabulary, real := range by {
			off := float64(estimate-real) / float64(real)
			t.Logf("%-16s %-7s %5d, estimated %5d, %+.0f %%", name, vocabulary, real, estimate, 100*off)
			if off < -may.low || off > may.high {
				t.Errorf("%s: %d tokens of %s, estimated %d", name, real, vocabulary, estimate)
			}
		}
	}
}
