package tools

import "ptk-lsp/tools/rulekey"

// Rules says how permission rules apply to an action.
type Rules struct {
	// Keys are what rules match.
	Keys Keys
	// Always is the rule that the user can add with the answer "always".
	Always Offer
}

// Keys are what permission rules match of an action; rules must allow all of them. The zero value stands for the action's
// locations, or for the call itself if it has none: an action without keys is never allowed by default.
type Keys struct{ list []rulekey.Key }

// KeysOf returns the keys of an action that rules match by more than its locations.
func KeysOf(keys ...rulekey.Key) Keys { return Keys{keys} }

// explicit reports whether the action has keys of its own.
func (k Keys) explicit() bool { return len(k.list) > 0 }

// at returns the keys of an action at places; there is at least one.
func (k Keys) at(places []rulekey.Key) []rulekey.Key {
	switch {
	case k.explicit():
		return k.list
	case len(places) > 0:
		return places
	}
	return []rulekey.Key{{}}
}

// Offer is a rule that the user can add with the answer "always". The zero value offers none.
type Offer struct {
	text     string
	patterns []rulekey.Pattern
}

// OfferAll offers to allow all calls of the tool. The text says so to the user, as in "use the tool x".
func OfferAll(text string) Offer { return OfferMatching(text, rulekey.Everything) }

// OfferMatching offers to allow the calls that match one of the patterns. The text describes them to the user.
func OfferMatching(text string, patterns ...rulekey.Pattern) Offer { return Offer{text, patterns} }

// none reports whether nothing is offered.
func (o Offer) none() bool { return o.text == "" || len(o.patterns) == 0 }
