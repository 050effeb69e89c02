import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Things of one channel, kept by kind and id. What a call has put survives the death of the process.
 * Values are JSON; what `get` and `list` return is shared with the cache: change a copy and `put` it.
 */
export interface Store {
  get<T>(kind: string, id: string): T | undefined
  put(kind: string, id: string, value: unknown): void
  delete(kind: string, id: string): void
  /** In the order of first being put. */
  list<T>(kind: string): T[]
  /** Counts up from 1 under a name; never gives the same number twice, not even after `clear`. */
  nextNumber(name: string): number
  /** Several changes as one: all are kept, or none. */
  together<T>(work: () => T): T
  /** Forgets everything of these kinds, or of all. */
  clear(kinds?: string[]): void
}

export interface StoreFile {
  channel(name: string): Store
  close(): void
}

/** Opens (and makes) the file, `:memory:` for one that is forgotten. */
export function openStore(file: string): StoreFile {
  if (file !== ':memory:') {
    mkdirSync(dirname(file), { recursive: true })
    // It holds tokens and buyers, if only invented ones; SQLite's files beside it take over its mode.
    closeSync(openSync(file, 'a', 0o600))
  }
  const db = new DatabaseSync(file)
  // NORMAL under WAL: a commit is in the kernel's hands, so it outlives the process (not a power cut).
  db.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000')
  db.exec(`create table if not exists things (
    place integer primary key autoincrement, channel text not null, kind text not null, id text not null, value text not null,
    unique (channel, kind, id));
    create table if not exists numbers (channel text not null, name text not null, last integer not null, primary key (channel, name))`)
  const stores = new Map<string, Store>()
  return {
    channel(name) {
      const store = stores.get(name) ?? channelStore(db, name)
      stores.set(name, store)
      return store
    },
    close: () => db.close(),
  }
}

function channelStore(db: DatabaseSync, channel: string): Store {
  const select = db.prepare('select id, value from things where channel = ? and kind = ? order by place')
  const upsert = db.prepare(`insert into things (channel, kind, id, value) values (?, ?, ?, ?)
    on conflict (channel, kind, id) do update set value = excluded.value`)
  const remove = db.prepare('delete from things where channel = ? and kind = ? and id = ?')
  const removeKind = db.prepare('delete from things where channel = ? and kind = ?')
  const removeAll = db.prepare('delete from things where channel = ?')
  const count = db.prepare(`insert into numbers (channel, name, last) values (?, ?, 1)
    on conflict (channel, name) do update set last = last + 1 returning last`)
  const cache = new Map<string, Map<string, unknown>>()
  let depth = 0

  function things(kind: string): Map<string, unknown> {
    const known = cache.get(kind)
    if (known) return known
    const read = new Map<string, unknown>()
    for (const row of select.all(channel, kind)) read.set(String(row['id']), JSON.parse(String(row['value'])))
    cache.set(kind, read)
    return read
  }
  function together<T>(work: () => T): T {
    if (depth > 0) return work()
    db.exec('begin immediate')
    depth++
    try {
      const result = work()
      db.exec('commit')
      return result
    } catch (error) {
      db.exec('rollback')
      cache.clear()
      throw error
    } finally {
      depth--
    }
  }
  return {
    // The kind alone says what was put; the caller names its type.
    get: <T>(kind: string, id: string) => things(kind).get(id) as T | undefined,
    list: <T>(kind: string) => [...things(kind).values()] as T[],
    put(kind, id, value) {
      const text = JSON.stringify(value)
      const cached = things(kind)
      upsert.run(channel, kind, id, text)
      cached.set(id, JSON.parse(text))
    },
    delete(kind, id) {
      remove.run(channel, kind, id)
      things(kind).delete(id)
    },
    nextNumber: (name) => Number(count.get(channel, name)?.['last']),
    together,
    clear(kinds) {
      if (!kinds) {
        removeAll.run(channel)
        cache.clear()
        return
      }
      together(() => {
        for (const kind of kinds) removeKind.run(channel, kind)
      })
      for (const kind of kinds) cache.delete(kind)
    },
  }
}
