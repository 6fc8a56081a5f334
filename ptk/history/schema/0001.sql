CREATE TABLE conversation (
  id          TEXT PRIMARY KEY,
  title       TEXT NOT NULL,
  created     INTEGER NOT NULL,              -- times are Unix milliseconds
  updated     INTEGER NOT NULL,
  model       TEXT NOT NULL DEFAULT '',
  forked_from TEXT NOT NULL DEFAULT '',
  turns       INTEGER NOT NULL DEFAULT 0,
  holder      TEXT NOT NULL DEFAULT '',      -- who runs a turn, while one runs
  held_until  INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX conversation_newest ON conversation (updated DESC, id DESC);

CREATE TABLE turn (
  key          INTEGER PRIMARY KEY,
  id           TEXT NOT NULL,
  conversation TEXT NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
  started      INTEGER NOT NULL,
  request      TEXT NOT NULL,
  result       TEXT,                         -- NULL until the turn has ended
  UNIQUE (conversation, id)
);

CREATE TABLE entry (
  key     INTEGER PRIMARY KEY,
  turn    INTEGER NOT NULL REFERENCES turn (key) ON DELETE CASCADE,
  class   INTEGER NOT NULL,                  -- 0 an event, 1 a message of the prompt, 2 a mark
  ordinal INTEGER NOT NULL DEFAULT 0,        -- of a message: its number; of a mark: that of the first message it keeps
  kind    TEXT NOT NULL,
  data    TEXT NOT NULL
);
CREATE INDEX entry_turn ON entry (turn);
CREATE INDEX entry_prompt ON entry (turn, ordinal) WHERE class > 0;

-- One row a turn: what the user asked and what was answered.
CREATE VIRTUAL TABLE search USING fts5 (text, tokenize = 'unicode61 remove_diacritics 2');
INSERT INTO search (search, rank) VALUES ('secure-delete', 1);
