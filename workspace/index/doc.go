// Package index finds the pieces of a folder's files that answer a question: ranked by words that know identifiers, by
// vectors, and by both together.
// It knows nothing of tools, models or editors; how a provider embeds texts is handed in as a function.
// Start at [Open], [Index.Refresh] and [Index.Search].
package index
