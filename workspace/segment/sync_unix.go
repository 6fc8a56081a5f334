//go:build unix

package segment

import (
	"errors"
	"fmt"
	"os"
)

// syncDir flushes the entries of a folder, so that a renamed file lasts.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return fmt.Errorf("writing the index: %w", err)
	}
	return errors.Join(d.Sync(), d.Close())
}
