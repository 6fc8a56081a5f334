// Package logfile writes the log of this program.
package logfile

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"

	"gopkg.in/natefinch/lumberjack.v2"
)

const (
	maxMB      = 5 // size of the log at which it is rotated
	maxBackups = 2 // rotated logs that are kept
)

// Log writes lines of JSON to a file that only the user can read. The lines carry the ids of conversation, turn and call, but
// no content of messages.
type Log struct {
	*slog.Logger
	level *slog.LevelVar
	fixed bool // the command line sets the level
	file  *lumberjack.Logger
}

// Open returns the log in the file at path, which is opened by the first line. The level is that of the command line; if it
// is "" the settings decide.
func Open(path, level string) (*Log, error) {
	l := &Log{level: &slog.LevelVar{}, fixed: level != ""}
	if l.fixed {
		if err := l.level.UnmarshalText([]byte(level)); err != nil {
			return nil, fmt.Errorf("--log-level: %q is not one of debug, info, warn, error", level)
		}
	}
	_ = os.MkdirAll(filepath.Dir(path), 0o700) // if that fails, so does the first line
	l.file = &lumberjack.Logger{Filename: path, MaxSize: maxMB, MaxBackups: maxBackups}
	l.Logger = slog.New(slog.NewJSONHandler(l.file, &slog.HandlerOptions{Level: l.level}))
	return l, nil
}

// Discard returns a log that writes nothing.
func Discard() *Log {
	return &Log{Logger: slog.New(slog.DiscardHandler), level: &slog.LevelVar{}, file: &lumberjack.Logger{}}
}

// WithStderr returns a logger that also writes warnings to stderr, which editors show as errors.
func (l *Log) WithStderr(stderr io.Writer) *slog.Logger {
	warnings := slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: slog.LevelWarn})
	return slog.New(slog.NewMultiHandler(warnings, l.Handler()))
}

// SetLevel sets the level of the settings, "" for info, unless the command line sets one.
func (l *Log) SetLevel(level string) {
	if l.fixed {
		return
	}
	if err := l.level.UnmarshalText([]byte(level)); err != nil {
		l.level.Set(slog.LevelInfo)
	}
}

// Close closes the file.
func (l *Log) Close() { l.file.Close() }
