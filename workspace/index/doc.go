// Package index finds the pieces of a folder's files that answer a question: ranked by words that know identifiers, and, if a model
// is configured, by its vectors.
// It knows nothing of tools, models or editors; the caller passes in how a provider embeds texts.
// Start at [Open], [Index.Refresh] and [Index.Search], or [Set] for several folders.
package index
