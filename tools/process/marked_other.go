//go:build unix && !linux

package process

// marked finds none: there is no way to look into the environment of others.
func marked(string) []int { return nil }
