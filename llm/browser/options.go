package browser

import (
	"cmp"
	"errors"
	"strings"
	"time"
)

// DefaultURL is the page of a new chat in Google AI Studio.
const DefaultURL = "https://aistudio.google.com/prompts/new_chat?model=" + modelMark

// modelMark is the placeholder of the model's name in an address.
const modelMark = "{model}"

// Options describe a chat page and how it is driven.
type Options struct {
	// Name is the provider's name in the settings; errors carry it.
	Name string
	// URL is the page on which a chat begins; "{model}" in it is replaced with the model's name. "" is [DefaultURL].
	URL string
	// Profile is the folder that stores the login, absolute; it is created without permissions for others.
	Profile string
	// Program is the browser's executable; "" looks for Chromium, Chrome or Edge in the usual places.
	Program string
	// Models are the names that the user has configured for this page.
	Models []string
	// Selectors find the parts of the page; an empty one takes that of [DefaultSelectors].
	Selectors Selectors
	// Idle is how long the page may show no progress; 0 is 60 seconds.
	Idle time.Duration
	// Login is how long the window waits for the user to log in; 0 is five minutes.
	Login time.Duration
	// Load is how long a part of the page may take to appear; 0 is 20 seconds.
	Load time.Duration
	// Headless logs in without a window, for tests.
	Headless bool
	// Hidden forbids a window, so that a page that asks for a login is an error at once.
	Hidden bool
}

// complete checks the options and fills in the defaults.
func (o Options) complete() (Options, error) {
	if o.Profile == "" {
		return o, errors.New("setting up " + o.Name + ": there is no folder for the browser's profile; set HOME or XDG_DATA_HOME")
	}
	o.URL = cmp.Or(o.URL, DefaultURL)
	if !strings.HasPrefix(o.URL, "https://") && !strings.HasPrefix(o.URL, "http://") {
		return o, errors.New("setting up " + o.Name + ": baseUrl must be the full address of a page, with https://")
	}
	o.Idle = cmp.Or(o.Idle, time.Minute)
	o.Load = cmp.Or(o.Load, 20*time.Second)
	o.Login = cmp.Or(o.Login, 5*time.Minute)
	o.Selectors = withDefaults(o.Selectors, DefaultSelectors())
	return o, nil
}
