import { useEffect, useSyncExternalStore } from 'react'
import type { AnyEndpoint, CallInput, CallReply, Method } from '#contract/endpoint.ts'
import { ApiError, call } from '../call.ts'
import { sessionUser } from '../session.ts'
import { isKeepable } from './keepable.ts'
import { type Answer, drain, type Input, type KeptWrite, pagesOf } from './queue.ts'
import { type LastingStore, openStore } from './store.ts'
import { newId } from '../new-id.ts'

interface Kept {
  writes: readonly KeptWrite[]
  /** Whether they outlive this page. */
  lasting: boolean
}
type News = { id: string; answer: Answer } | 'changed'

const retryMs = 3_000
let current: Kept = { writes: [], lasting: true }
const listeners = new Set<() => void>()
/** Writes whose page is still there and waits for the answer. */
const waiters = new Map<string, (answer: Answer) => void>()
/** What is to happen when something kept is saved that no page of this tab waits for. */
let onSaved: (write: KeptWrite) => void = () => undefined

const whose = () => {
  const user = sessionUser()
  return user?.clientId ? `${user.id}-${user.clientId}` : null
}
let opening: Promise<LastingStore> | undefined
const opened = () => (opening ??= openStore())
/** Of all that is kept here, what belongs to whoever is signed in. */
const own = async (who: string): Promise<LastingStore> => {
  const store = await opened()
  return { ...store, all: async () => (await store.all()).filter((write) => write.who === who) }
}

const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('motto-kept')
tabs?.addEventListener('message', ({ data }: MessageEvent<News>) => {
  if (data !== 'changed') answered(data.id, data.answer)
  void look()
})
const tell = (news: News) => tabs?.postMessage(news)

function answered(id: string, answer: Answer): boolean {
  const waiter = waiters.get(id)
  waiters.delete(id)
  waiter?.(answer)
  return waiter !== undefined
}

/** Reads what is kept, for whoever shows it. */
async function look(): Promise<void> {
  const who = whose()
  const store = await opened()
  const writes = who === null ? [] : await (await own(who)).all()
  current = { writes, lasting: store.lasting }
  for (const listener of listeners) listener()
}
const changed = () => {
  tell('changed')
  return look()
}

const fromError = (error: unknown): Answer => ({
  ok: false,
  error:
    error instanceof ApiError
      ? { status: error.status, message: error.message, code: error.code, fields: error.fields }
      : { status: 0, message: 'No response.' },
})
const endpointOf = ({ method, path, changes }: KeptWrite) =>
  ({ method: method as Method, path, changes }) as unknown as AnyEndpoint

const send = async (write: KeptWrite): Promise<Answer> => {
  // Another organization was chosen meanwhile: it waits until its own is back.
  if (whose() !== write.who) return fromError(undefined)
  return call(endpointOf(write), write.input as never, { idempotencyKey: write.id }).then(
    (data): Answer => ({ ok: true, data }),
    fromError,
  )
}

const alone = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(name, work) : work()

let retry: ReturnType<typeof setTimeout> | undefined
/** Sends what waits. One tab at a time does. */
async function sendKept(): Promise<void> {
  clearTimeout(retry)
  const who = whose()
  if (who === null || !navigator.onLine) return
  const store = await own(who)
  const all = await alone(`motto-kept-${who}`, () =>
    drain(store, send, (write, answer, left) => {
      tell({ id: write.id, answer })
      if (!answered(write.id, answer) && !left) onSaved(write)
      void look()
    }),
  )
  await changed()
  if (!all && navigator.onLine) retry = setTimeout(() => void sendKept(), retryMs)
}

/** Keeps a write and answers as if it had been sent now, whenever that is. */
async function keep<E extends AnyEndpoint>(who: string, endpoint: E, input: CallInput<E>): Promise<CallReply<E>> {
  const id = newId()
  const { method, path, changes } = endpoint
  const answer = new Promise<Answer>((resolve) => waiters.set(id, resolve))
  await (await opened()).put({
    id,
    who,
    at: Date.now(),
    method,
    path,
    changes,
    input: (input ?? {}) as Input,
    state: 'waiting',
    message: '',
  })
  await changed()
  void sendKept()
  const got = await answer
  if (got.ok) return got.data as CallReply<E>
  throw new ApiError(got.error.status, got.error.message, got.error.code, got.error.fields)
}

/** Calls a writing endpoint. Without a network, or behind what still waits, it is kept in this browser and sent in its turn. @throws ApiError */
export async function write<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>): Promise<CallReply<E>> {
  const who = whose()
  const queued = current.writes.some(({ state }) => state === 'waiting')
  if (isKeepable(endpoint) && who !== null && (!navigator.onLine || queued)) return keep(who, endpoint, input)
  const data = await call(endpoint, input)
  if (isKeepable(endpoint)) void forgetRefused(pagesOf({ path: endpoint.path, input: (input ?? {}) as Input }))
  return data
}

/** What was refused is no longer to be mended once the same records were saved. */
async function forgetRefused(saved: readonly string[]): Promise<void> {
  const over = current.writes.filter((keptWrite) => {
    const pages = keptWrite.state === 'refused' ? pagesOf(keptWrite) : []
    return pages.length > 0 && pages.every((page) => saved.includes(page))
  })
  for (const { id } of over) await discard(id)
}

/** Drops one write that is kept; a page that waits for it is told. */
export async function discard(id: string): Promise<void> {
  await (await opened()).remove(id)
  const answer: Answer = { ok: false, error: { status: 0, message: 'This change was discarded.' } }
  tell({ id, answer })
  answered(id, answer)
  await changed()
}

/** Sends a refused write again. @param input with what is to be otherwise */
export async function sendAgain(keptWrite: KeptWrite, input: Input = keptWrite.input): Promise<void> {
  const store = await opened()
  // A new request: the old one's key stands for what was refused. Pressed twice, it is sent once.
  const fresh: KeptWrite = { ...keptWrite, id: newId(), input, state: 'waiting', message: '', code: undefined }
  if (!(await store.replace(keptWrite.id, fresh))) return
  await changed()
  await sendKept()
}

/** Forgets all that a user has kept in this browser, of every organization. */
export const forgetKept = async (userId: number): Promise<void> => {
  await (await opened()).forget(`${userId}-`)
  await changed()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
/** What whoever is signed in has kept here, sent or not. */
export const keptNow = (): readonly KeptWrite[] => current.writes
export const useKept = (): Kept => useSyncExternalStore(subscribe, () => current)

/** Sends what is kept when a page opens, and whenever the line stands again. @param saved hears of what no page waits for any more */
export function useSending(connected: boolean, saved: (write: KeptWrite) => void): void {
  useEffect(() => {
    onSaved = saved
  }, [saved])
  useEffect(() => {
    void look()
    if (connected) void sendKept()
    const online = () => void sendKept()
    addEventListener('online', online)
    return () => removeEventListener('online', online)
  }, [connected])
}
