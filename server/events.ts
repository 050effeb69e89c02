import pg from 'pg'
import { type Area, areaNames } from '#contract/endpoint.ts'
import type { DatabaseConnection } from './db/connection/open-database.ts'
import type { Log } from './log.ts'

export interface JobProgress {
  jobId: string
  name: string
  state: 'running' | 'done' | 'failed'
  done: number
  total: number
  message: string
}
export type BrowserEvent = { event: 'change'; data: { areas: readonly Area[] } } | { event: 'job'; data: JobProgress }
/** Changes before a browser's stream opened: how long ago each area last changed, and how far back that is known. In milliseconds, because clocks differ. */
export interface Recent {
  areas: Partial<Record<Area, number>>
  known: number
}
type Message = { organizationId: number; sent: BrowserEvent } | { session: string }

export interface Events {
  /** Browsers of the organization fetch these areas anew. Many calls in a short while become one. */
  changed(organizationId: number, areas: readonly Area[]): void
  progress(organizationId: number, job: JobProgress): void
  /** Every process forgets what it knows of this session (or, `user:<id>`, of all of a user's). */
  sessionChanged(session: string): void
  subscribe(organizationId: number, receive: (event: BrowserEvent) => void): () => void
  recent(organizationId: number): Recent
  /** @returns how to stop hearing of it */
  onSession(forget: (session: string) => void): () => void
  stop(): Promise<void>
}

const CHANNEL = 'motto_events'
/** Long enough to gather a burst of writes, too short to notice. */
const GATHER_MS = 40
const RECONNECT_MS = 500
/** Longer than any page takes from its first read to its event stream. */
const REMEMBER_MS = 60_000

/** PostgreSQL refuses notifications of 8000 bytes and more. */
const MESSAGE_CHARS = 1000

/** Events between processes and to browsers, over LISTEN/NOTIFY. After a lost connection, browsers are told to refetch everything. */
export function openEvents(connection: DatabaseConnection, log: Log, listen: boolean): Events {
  const sender = new pg.Pool({ ...connection, max: 1 })
  sender.on('error', () => undefined)
  const subscribers = keySets<number, (event: BrowserEvent) => void>()
  const forgetters = new Set<(session: string) => void>()
  const past = rememberChanges()
  let stopped = false

  const send = (message: Message) =>
    void sender.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify(message)]).catch((error: unknown) => {
      if (!stopped) log.warn({ err: error }, 'an event could not be sent')
    })
  const tell = (organizationId: number, sent: BrowserEvent) => {
    if (sent.event === 'change') past.note(organizationId, sent.data.areas)
    for (const subscriber of subscribers.of(organizationId)) subscriber(sent)
  }
  const listener = listenFor(connection.pooler?.listening ?? connection, log, {
    onMessage: (message) => {
      if ('session' in message) for (const forget of forgetters) forget(message.session)
      else tell(message.organizationId, message.sent)
    },
    // What changed until now went unheard.
    onBegin: () => {
      past.begin()
      for (const organizationId of subscribers.keys())
        tell(organizationId, { event: 'change', data: { areas: areaNames } })
    },
  })
  if (listen) void listener.connect()
  const gatherer = gather((organizationId, areas) =>
    send({ organizationId, sent: { event: 'change', data: { areas } } }),
  )
  return {
    changed(organizationId, areas) {
      if (areas.length > 0 && !stopped) gatherer.add(organizationId, areas)
    },
    progress: (organizationId, data) =>
      send({
        organizationId,
        sent: { event: 'job', data: { ...data, message: data.message.slice(0, MESSAGE_CHARS) } },
      }),
    sessionChanged(session) {
      // This process has no need to wait for the news.
      for (const forget of forgetters) forget(session)
      send({ session })
    },
    subscribe: subscribers.add,
    recent: past.of,
    onSession(forget) {
      forgetters.add(forget)
      return () => void forgetters.delete(forget)
    },
    async stop() {
      gatherer.flush()
      stopped = true
      await listener.stop()
      await sender.end()
    },
  }
}

/** Keeps what is told until the transaction that it is about is saved. */
export function heldEvents(events: Events): Events & { send(): void; drop(): void } {
  let waiting: (() => void)[] = []
  return {
    ...events,
    changed: (...event) => void waiting.push(() => events.changed(...event)),
    progress: (...event) => void waiting.push(() => events.progress(...event)),
    sessionChanged: (session) => void waiting.push(() => events.sessionChanged(session)),
    send() {
      for (const tell of waiting) tell()
      waiting = []
    },
    drop() {
      waiting = []
    },
  }
}

interface Hearing {
  onMessage: (message: Message) => void
  /** Called whenever the connection is established: the first time and after each loss. */
  onBegin: () => void
}

/** A separate connection that listens, and reconnects when it is lost. */
function listenFor(connection: pg.PoolConfig, log: Log, { onMessage, onBegin }: Hearing) {
  let stopped = false
  let current: pg.Client | undefined
  const connect = async (): Promise<void> => {
    if (stopped) return
    const client = new pg.Client({ ...connection, keepAlive: true })
    current = client
    let isLost = false
    // A connection that breaks in the midst of a statement says so twice.
    const again = () => {
      if (isLost) return
      isLost = true
      if (current === client) current = undefined
      client.removeAllListeners()
      client.on('error', () => undefined)
      void client.end().catch(() => undefined)
      // The session cache lives only seconds, which covers sessions revoked while we were disconnected.
      if (!stopped) setTimeout(() => void connect(), RECONNECT_MS).unref()
    }
    client.on('error', again)
    client.on('end', again)
    client.on('notification', (n) => onMessage(JSON.parse(n.payload ?? '') as Message))
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      onBegin()
    } catch (error) {
      log.debug({ err: error }, 'cannot listen for events yet')
      again()
    }
  }
  return {
    connect,
    async stop(): Promise<void> {
      stopped = true
      current?.removeAllListeners()
      current?.on('error', () => undefined)
      await current?.end().catch(() => undefined)
    },
  }
}

/** Areas that change within a short while are sent together. */
function gather(send: (organizationId: number, areas: Area[]) => void) {
  const gathered = new Map<number, Set<Area>>()
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    for (const [organizationId, areas] of gathered) send(organizationId, [...areas])
    gathered.clear()
  }
  return {
    flush,
    add(organizationId: number, areas: readonly Area[]): void {
      gathered.set(organizationId, new Set([...(gathered.get(organizationId) ?? []), ...areas]))
      timer ??= setTimeout(flush, GATHER_MS)
    },
  }
}

/** A set of values per key; a key without values is removed. */
function keySets<K, V>() {
  const sets = new Map<K, Set<V>>()
  return {
    keys: () => [...sets.keys()],
    of: (key: K): Iterable<V> => sets.get(key) ?? [],
    /** @returns how to take it out again */
    add(key: K, value: V): () => void {
      const set = sets.get(key) ?? new Set()
      set.add(value)
      sets.set(key, set)
      return () => {
        set.delete(value)
        if (set.size === 0) sets.delete(key)
      }
    },
  }
}

/** The last changes of each organization, for browsers whose event stream opens a little after they loaded their data. */
function rememberChanges() {
  const organizations = new Map<number, Map<Area, number>>()
  let since = performance.now()
  const forget = (before: number) => {
    for (const [organizationId, areas] of organizations) {
      // Those of longest ago come first.
      if (Math.max(...areas.values()) >= before) return
      organizations.delete(organizationId)
    }
  }
  return {
    /** From now on every change is recorded. */
    begin() {
      since = performance.now()
    },
    note(organizationId: number, changed: readonly Area[]) {
      const now = performance.now()
      const areas = organizations.get(organizationId) ?? new Map<Area, number>()
      for (const area of changed) areas.set(area, now)
      organizations.delete(organizationId)
      organizations.set(organizationId, areas)
      forget(now - REMEMBER_MS)
    },
    of(organizationId: number): Recent {
      const now = performance.now()
      const ago = [...(organizations.get(organizationId) ?? [])].map(
        ([area, at]) => [area, Math.round(now - at)] as const,
      )
      return {
        areas: Object.fromEntries(ago.filter(([, ms]) => ms <= REMEMBER_MS)),
        known: Math.round(Math.min(now - since, REMEMBER_MS)),
      }
    },
  }
}
