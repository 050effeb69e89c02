import { useSyncExternalStore } from 'react'
import { parseSession, type SessionUser } from '#domain/accounts/session.ts'

const cookieName = 'user'
const listeners = new Set<() => void>()
let cached: { raw: string; user: SessionUser | null } = { raw: '', user: null }

/** As read in this turn of the event loop: to read it asks another process, and every drawing of a page asks for it many times. */
let read: string | undefined

function rawCookie(): string {
  if (read !== undefined) return read
  queueMicrotask(() => (read = undefined))
  read =
    document.cookie
      .split('; ')
      .find((c) => c.startsWith(`${cookieName}=`))
      ?.slice(cookieName.length + 1) ?? ''
  return read
}

/** The signed-in user as the `user` cookie tells it, or null. The same object as long as the cookie says the same. */
export function sessionUser(): SessionUser | null {
  const raw = rawCookie()
  if (raw !== cached.raw) cached = { raw, user: parseSession(raw) }
  return cached.user
}

/** To be called after whatever may have changed the cookie: login, logout, choosing an organization, saving the profile. */
export function sessionChanged(): void {
  read = undefined
  for (const listener of listeners) listener()
}

/** Takes the session's cookie away without a word, for whoever leaves the page anyway. */
export function clearSession(): void {
  document.cookie = `${cookieName}=; Path=/; Max-Age=0; SameSite=Lax`
  read = undefined
}

/** Forgets the session on this side; the guards then look where one may be. */
export function forgetSession(): void {
  clearSession()
  sessionChanged()
}

/** Calls `listener` after each change; answers how to stop that. */
export const onSessionChange = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The signed-in user, kept current. */
export const useSession = (): SessionUser | null => useSyncExternalStore(onSessionChange, sessionUser)
