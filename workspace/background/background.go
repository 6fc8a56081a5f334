// Package background lowers the priority of work that nobody waits for.
package background
