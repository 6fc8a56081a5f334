package mcp

import "time"

// firstWait is how long the first turn waits for servers that are starting.
const firstWait = 5 * time.Second

// longestTitle is how many bytes of a call's arguments its title shows.
const longestTitle = 120
