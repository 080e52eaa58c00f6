"""Measures DuckDB's read_csv: DuckDB's Python package loads the lines of FILE into a table in memory.

    drive_duckdb.py FILE    prints one tab-separated line: load, records, cpu, seconds of processor time

Exit codes: 0 done; 1 the package is missing; 64 usage.
"""

import sys
import time

try:
    import duckdb
except ImportError:
    sys.exit("the Python package duckdb is missing (bench-peers --install)")

if len(sys.argv) != 2:
    print("drive_duckdb.py: expected a file", file=sys.stderr)
    sys.exit(64)
base = duckdb.connect()
base.execute("set threads=1")
before = time.process_time()
# The delimiter does not occur in the text and quoting is off, so every line is a single cell.
base.execute("create table t as select * from read_csv(?, header=false, columns={'line': 'VARCHAR'}, "
             "delim='\x01', quote='', escape='', auto_detect=false, max_line_size=16777216)", [sys.argv[1]])
took = time.process_time() - before
count = base.execute("select count(*) from t").fetchone()[0]
print(f"load\t{count}\tcpu\t{took:.6f}")
