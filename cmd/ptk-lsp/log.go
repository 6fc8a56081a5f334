package main

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"gopkg.in/natefinch/lumberjack.v2"
)

const (
	logMB    = 5 // of the log, after which it is set aside
	logOlder = 2 // how many of those are kept
)

// logs is the log of this process: lines of JSON in a file that only the user may read, with the ids by which what belongs
// to one turn is found again. What was said is not in it.
type logs struct {
	*slog.Logger
	level *slog.LevelVar
	fixed bool // the command line says which level
	file  *lumberjack.Logger
}

// logs makes the log. The file is opened by the first line. Level is that of the command line, "" where it says nothing.
func (a *app) logs(level string) (*logs, error) {
	l := &logs{level: &slog.LevelVar{}, fixed: level != ""}
	if l.fixed {
		if err := l.level.UnmarshalText([]byte(level)); err != nil {
			return nil, fmt.Errorf("--log-level: %q is not one of debug, info, warn, error", level)
		}
	}
	path := a.logFile()
	_ = os.MkdirAll(filepath.Dir(path), 0o700) // else the first line fails
	l.file = &lumberjack.Logger{Filename: path, MaxSize: logMB, MaxBackups: logOlder}
	l.Logger = slog.New(slog.NewJSONHandler(l.file, &slog.HandlerOptions{Level: l.level}))
	return l, nil
}

// logFile is where the log goes.
func (a *app) logFile() string { return filepath.Join(a.stateDir(), "ptk-lsp.log") }

// noLogs is a log of nothing.
func noLogs() *logs {
	return &logs{Logger: slog.New(slog.DiscardHandler), level: &slog.LevelVar{}, file: &lumberjack.Logger{}}
}

// also tells warnings on stderr too, which editors show as errors.
func (a *app) also(l *logs) *slog.Logger {
	return slog.New(slog.NewMultiHandler(slog.NewTextHandler(a.stderr, &slog.HandlerOptions{Level: slog.LevelWarn}), l.Handler()))
}

// set takes the level of the settings, "" for the usual one.
func (l *logs) set(level string) {
	if l.fixed {
		return
	}
	if err := l.level.UnmarshalText([]byte(level)); err != nil {
		l.level.Set(slog.LevelInfo)
	}
}

func (l *logs) close() { l.file.Close() }
