//go:build unix

package index

import (
	"errors"
	"fmt"
	"os"
)

// syncDir makes what was renamed in a folder last.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return fmt.Errorf("writing the index: %w", err)
	}
	return errors.Join(d.Sync(), d.Close())
}
