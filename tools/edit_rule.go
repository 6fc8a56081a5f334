package tools

import (
	"strings"

	"ptk-lsp/tools/rulekey"
	"ptk-lsp/workspace"
)

// editRule returns what "always" allows for a change of a file: changes of the files beside and below it.
func editRule(shown string) Offer {
	if strings.ContainsAny(shown, "\n\r") || workspace.IsVirtual(shown) {
		return Offer{} // it can't be described on a line, or the next document with the name is another one
	}
	i := strings.LastIndexByte(shown, '/')
	if i < 0 {
		return OfferMatching("change "+shown, rulekey.Quote(shown))
	}
	return OfferMatching("change files in "+shown[:i]+" and below", rulekey.Quote(shown[:i])+"/*")
}
