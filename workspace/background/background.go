// Package background holds what work has to mind that nobody waits for.
package background
