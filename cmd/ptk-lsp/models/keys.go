package models

// KeyNames are the environment variables that hold the keys of providers: no command that a model runs may see them.
func (c *Catalogue) KeyNames() []string {
	_, known := c.state()
	var names []string
	for _, e := range known {
		names = append(names, e.keyVars...)
	}
	return names
}
