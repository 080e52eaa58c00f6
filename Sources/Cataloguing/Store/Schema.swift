/// The tables of a catalog, and the migrations from older versions.
///
/// The file's `application_id` identifies the file as a catalog; its `user_version` is the version
/// of the schema.
package enum Schema {
  /// The application id of all catalogs, ASCII "sbct".
  package static let applicationID = 0x7362_6374

  /// The SQL of each migration to the next version; the first migration creates the tables in an
  /// empty file.
  package static let migrations = [version1, version2]

  /// The schema version that this program writes.
  package static var version: Int { migrations.count }

  /// The columns of `items` that contain the standard attributes, in the order in which they become
  /// fields.
  static let textColumns = [
    "title", "description", "keywords", "content", "type", "thumbnail", "url",
  ]

  private static let version1 = """
    CREATE TABLE meta(
      key TEXT PRIMARY KEY,
      value ANY
    ) STRICT, WITHOUT ROWID;

    -- The files and folders that were added, with the options for reading them.
    CREATE TABLE sources(
      source INTEGER PRIMARY KEY,
      path TEXT NOT NULL UNIQUE,
      domain TEXT NOT NULL,
      options TEXT NOT NULL,   -- JSON
      indexed INTEGER,         -- when it was last indexed, in seconds since 1970
      problem TEXT             -- the problems of the last attempt, one per line
    ) STRICT;

    -- The origins of items: a domain, and the file that contains the items, if any.
    CREATE TABLE origins(
      origin INTEGER PRIMARY KEY AUTOINCREMENT,
      domain TEXT NOT NULL,
      source INTEGER REFERENCES sources,
      path TEXT NOT NULL DEFAULT '',
      size INTEGER,            -- in bytes; NULL if the file must be read
      modified INTEGER,        -- in nanoseconds since 1970
      sha256 BLOB,
      ready INTEGER NOT NULL DEFAULT 0,
      failed INTEGER NOT NULL DEFAULT 0,
      pending INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX origins_by_domain ON origins(domain, path);
    CREATE INDEX origins_by_source ON origins(source) WHERE source IS NOT NULL;

    CREATE TABLE items(
      item INTEGER PRIMARY KEY,  -- never reused for another item
      id TEXT NOT NULL UNIQUE,
      origin INTEGER NOT NULL REFERENCES origins,
      line INTEGER NOT NULL DEFAULT 0,
      expires INTEGER,           -- in seconds since 1970
      problem TEXT,              -- why the item could not be indexed
      fingerprint INTEGER NOT NULL,
      title TEXT, description TEXT,
      keywords TEXT,             -- one keyword per line
      content TEXT, type TEXT, thumbnail TEXT, url TEXT,
      attributes TEXT            -- a JSON object of strings
    ) STRICT;
    CREATE INDEX items_by_origin ON items(origin);
    CREATE INDEX items_by_expiry ON items(expires) WHERE expires IS NOT NULL;
    CREATE INDEX items_by_problem ON items(problem) WHERE problem IS NOT NULL;

    -- The attributes that items have or had, in the order in which they became fields.
    CREATE TABLE fields(
      field INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE
    ) STRICT;

    -- The items that were replaced or deleted, so that programs can update open catalogs.
    CREATE TABLE changes(
      generation INTEGER NOT NULL,
      item INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX changes_by_generation ON changes(generation);

    -- The progress of each client that adds items, in a format that the client chooses.
    CREATE TABLE clients(
      client TEXT PRIMARY KEY,
      state BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;

    INSERT INTO meta VALUES
      ('generation', 0), ('oldest_generation', 0), ('next_item', 1), ('is_on', 1);
    """

  /// Adds three columns for file metadata, and a column that stores whether items of a file are
  /// missing.
  ///
  /// Version 1 did not store whether items were missing. Therefore, if a file of a migrated catalog
  /// is added again, the file is read even if it is unchanged.
  private static let version2 = """
    ALTER TABLE origins ADD COLUMN changed INTEGER;  -- in nanoseconds since 1970; NULL: unknown
    ALTER TABLE origins ADD COLUMN device INTEGER;
    ALTER TABLE origins ADD COLUMN inode INTEGER;
    ALTER TABLE origins ADD COLUMN missing INTEGER NOT NULL DEFAULT 1;  -- see MissingItems
    CREATE INDEX origins_to_restore ON origins(source) WHERE missing = 2;

    -- The files with a record whose item was later replaced by a record of another file.
    CREATE TABLE displaced(
      item INTEGER NOT NULL,
      origin INTEGER NOT NULL REFERENCES origins ON DELETE CASCADE,
      PRIMARY KEY(item, origin)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX displaced_by_origin ON displaced(origin);
    """
}
