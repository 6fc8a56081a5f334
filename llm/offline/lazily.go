package offline

import (
	"regexp"
	"sync"
)

// lazily compiles an expression when it is first used: the server starts much more often than this provider answers.
func lazily(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
