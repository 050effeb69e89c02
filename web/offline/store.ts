import type { KeptWrite, WriteStore } from './queue.ts'

/** Kept in the browser, for all users of it. */
export interface LastingStore extends WriteStore {
  /** False where the browser keeps nothing: then it is lost with the page. */
  lasting: boolean
  /** Puts a write in the place of another. @returns false when the other is not there any more */
  replace(id: string, write: KeptWrite): Promise<boolean>
  /** Forgets all of whose name begins so. */
  forget(whoBegins: string): Promise<void>
}

const table = 'writes'

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('This browser can’t store offline changes.'))
  })

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open('motto-kept', 1)
  // By a number of its own, so that they come back in the order in which they were made.
  request.onupgradeneeded = () =>
    request.result
      .createObjectStore(table, { keyPath: 'n', autoIncrement: true })
      .createIndex('id', 'id', { unique: true })
  return done(request)
}

type Row = KeptWrite & { n?: IDBValidKey }

/** In IndexedDB; on a page that may keep nothing, in its own memory. */
export async function openStore(): Promise<LastingStore> {
  const db = await open().catch(() => null)
  if (!db) return inMemory()
  const rows = (mode: IDBTransactionMode) => db.transaction(table, mode, { durability: 'strict' }).objectStore(table)
  return {
    lasting: true,
    all: () => done(rows('readonly').getAll() as IDBRequest<Row[]>),
    put: async (write) => {
      const here = rows('readwrite')
      const n = await done(here.index('id').getKey(write.id))
      await done(here.put(n === undefined ? write : { ...write, n }))
    },
    remove: async (id) => {
      const here = rows('readwrite')
      const n = await done(here.index('id').getKey(id))
      if (n !== undefined) await done(here.delete(n))
    },
    replace: async (id, write) => {
      const here = rows('readwrite')
      const n = await done(here.index('id').getKey(id))
      if (n === undefined) return false
      await done(here.put({ ...write, n }))
      return true
    },
    forget: async (whoBegins) => {
      const here = rows('readwrite')
      for (const { who, n } of await done(here.getAll() as IDBRequest<Row[]>))
        if (who.startsWith(whoBegins) && n !== undefined) await done(here.delete(n))
    },
  }
}

function inMemory(): LastingStore {
  const writes = new Map<string, KeptWrite>()
  return {
    lasting: false,
    all: async () => [...writes.values()],
    put: async (write) => void writes.set(write.id, write),
    remove: async (id) => void writes.delete(id),
    replace: async (id, write) => {
      if (!writes.delete(id)) return false
      writes.set(write.id, write)
      return true
    },
    forget: async (whoBegins) => {
      for (const { id, who } of writes.values()) if (who.startsWith(whoBegins)) writes.delete(id)
    },
  }
}
