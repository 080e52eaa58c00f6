/// The tables of a catalog, and the migrations from older versions.
///
/// The file's `application_id` identifies it as a catalog; its `user_version` is the version of the schema.
package enum Schema {
  /// The application id of all catalogs, ASCII "sbct".
  package static let applicationID = 0x7362_6374

  /// For each version, the migration from the version before it; the first migration starts with an
  /// empty file.
  package static let migrations = [version1, version2]

  /// The schema version that this program writes.
  package static var version: Int { migrations.count }

  /// The columns of `items` with the standard attributes, in the order in which they become fields.
  static let textColumns = [
    "title", "description", "keywords", "content", "type", "thumbnail", "url",
  ]

  private static let version1 = """
    CREATE TABLE meta(
      key TEXT PRIMARY KEY,
      value ANY
    ) STRICT, WITHOUT ROWID;

    -- What was named to be indexed, a file or a folder, and how.
    CREATE TABLE sources(
      source INTEGER PRIMARY KEY,
      path TEXT NOT NULL UNIQUE,
      domain TEXT NOT NULL,
      options TEXT NOT NULL,   -- JSON
      indexed INTEGER,         -- the last success, in seconds since 1970
      problem TEXT             -- what went wrong since
    ) STRICT;

    -- Where items come from: a domain, and the file that they were read from, if any.
    CREATE TABLE origins(
      origin INTEGER PRIMARY KEY AUTOINCREMENT,
      domain TEXT NOT NULL,
      source INTEGER REFERENCES sources,
      path TEXT NOT NULL DEFAULT '',
      size INTEGER,            -- of the file as it was read to its end, else NULL
      modified INTEGER,        -- in nanoseconds since 1970
      sha256 BLOB,
      ready INTEGER NOT NULL DEFAULT 0,
      failed INTEGER NOT NULL DEFAULT 0,
      pending INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX origins_by_domain ON origins(domain, path);
    CREATE INDEX origins_by_source ON origins(source) WHERE source IS NOT NULL;

    CREATE TABLE items(
      item INTEGER PRIMARY KEY,  -- never used again
      id TEXT NOT NULL UNIQUE,
      origin INTEGER NOT NULL REFERENCES origins,
      line INTEGER NOT NULL DEFAULT 0,
      expires INTEGER,           -- in seconds since 1970
      problem TEXT,              -- why it could not be indexed
      fingerprint INTEGER NOT NULL,
      title TEXT, description TEXT,
      keywords TEXT,             -- one a line
      content TEXT, type TEXT, thumbnail TEXT, url TEXT,
      attributes TEXT            -- a JSON object of strings
    ) STRICT;
    CREATE INDEX items_by_origin ON items(origin);
    CREATE INDEX items_by_expiry ON items(expires) WHERE expires IS NOT NULL;
    CREATE INDEX items_by_problem ON items(problem) WHERE problem IS NOT NULL;

    -- Every attribute that some item has had, in the order in which they became fields.
    CREATE TABLE fields(
      field INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE
    ) STRICT;

    -- Items replaced or deleted, for those who have the catalog open.
    CREATE TABLE changes(
      generation INTEGER NOT NULL,
      item INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX changes_by_generation ON changes(generation);

    -- How far each of those who add items has come, in words of their own.
    CREATE TABLE clients(
      client TEXT PRIMARY KEY,
      state BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;

    INSERT INTO meta VALUES
      ('generation', 0), ('oldest_generation', 0), ('next_item', 1), ('is_on', 1);
    """

  /// Adds the rest of the stamp of a file, and what shows that items of a file are missing.
  ///
  /// Version 1 did not store whether items were missing, so adding one of its files again reads the
  /// file.
  private static let version2 = """
    ALTER TABLE origins ADD COLUMN changed INTEGER;  -- in nanoseconds since 1970; NULL: unknown
    ALTER TABLE origins ADD COLUMN device INTEGER;
    ALTER TABLE origins ADD COLUMN inode INTEGER;
    ALTER TABLE origins ADD COLUMN missing INTEGER NOT NULL DEFAULT 1;  -- see MissingItems
    CREATE INDEX origins_to_restore ON origins(source) WHERE missing = 2;

    -- The files with a record whose id is the id of an item that was read from another file later.
    CREATE TABLE displaced(
      item INTEGER NOT NULL,
      origin INTEGER NOT NULL REFERENCES origins ON DELETE CASCADE,
      PRIMARY KEY(item, origin)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX displaced_by_origin ON displaced(origin);
    """
}
