package shell

import (
	"regexp"
	"strings"
	"sync"
)

var jqForbidden = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\b(env|import|include|modulemeta|get_search_list|input_filename|debug|stderr|halt|halt_error|input|inputs|repeat|until|while|range|limit|infinite|recurse_down|getpath/1|\$__prog_args|def)\b|\$ENV|\$__|#`)
})

// jqHarmless reports whether a filter of jq only selects and prints: it reads no environment and no other files, and has no loops.
func jqHarmless(filter string) bool {
	return !strings.HasPrefix(filter, "-") && !jqForbidden().MatchString(filter)
}
