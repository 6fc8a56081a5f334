package settings

// ZeroIsNone converts a setting whose 0 means none to an option whose 0 means the default and whose negative values mean none.
func ZeroIsNone(set *int) int {
	switch {
	case set == nil:
		return 0
	case *set == 0:
		return -1
	}
	return *set
}
