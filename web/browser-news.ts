import { useEffect, useSyncExternalStore } from 'react'
import type { Notification as News, NotificationKind } from '#contract/notifications.ts'
import { announcement, type Told } from '#domain/notifications/words.ts'

/** What this browser lets Motto do: `unasked` until somebody presses for it, `impossible` where it has no notifications, or the address is not secure. */
export type Permission = 'granted' | 'denied' | 'unasked' | 'impossible'

type Wire = Pick<News, 'id' | 'kind' | 'subject' | 'detail' | 'path'>

function permission(): Permission {
  if (!('Notification' in window) || !window.isSecureContext) return 'impossible'
  return Notification.permission === 'default' ? 'unasked' : Notification.permission
}

const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const changed = () => {
  for (const listener of listeners) listener()
}

/** The permission, kept current: people also change it beside the address. */
export function usePermission(): Permission {
  useEffect(() => {
    let status: PermissionStatus | undefined
    // Some browsers cannot be asked this way; a reload shows there what was changed.
    navigator.permissions?.query({ name: 'notifications' }).then(
      (result) => {
        status = result
        result.addEventListener('change', changed)
      },
      () => undefined,
    )
    return () => status?.removeEventListener('change', changed)
  }, [])
  return useSyncExternalStore(subscribe, permission)
}

/** Asks for the permission. Only ever called from somebody's press. */
export async function askPermission(): Promise<Permission> {
  if (permission() === 'unasked') await Notification.requestPermission()
  changed()
  return permission()
}

/** Shows one announcement; a press on it comes back to this tab. @param open leads to a path of ours */
export function announce({ title, body, path }: Told, tag: string, open: (path: string) => void): void {
  const shown = new Notification(title, { body, tag, icon: '/mark.svg' })
  shown.onclick = () => {
    window.focus()
    shown.close()
    open(path)
  }
}

/** So many are remembered as shown: more than the server ever tells at once. */
const mostSeen = 300

/** Runs `work` in one tab at a time; where a browser has no locks, at once. */
const alone = (name: string, work: () => void): Promise<void> =>
  navigator.locks ? navigator.locks.request(name, async () => work()) : Promise.resolve(work())

/** What of these nobody has shown in this browser yet; from now on it counts as shown. */
export function takeUnseen<N extends { id: number }>(news: readonly N[], store: Storage, key: string): N[] {
  let seen: number[] = []
  try {
    const stored: unknown = JSON.parse(store.getItem(key) ?? '[]')
    if (Array.isArray(stored)) seen = stored.filter((id) => typeof id === 'number')
  } catch {
    // Not ours, or broken: as if nothing had been shown.
  }
  const fresh = news.filter(({ id }) => !seen.includes(id))
  if (fresh.length > 0) store.setItem(key, JSON.stringify([...fresh.map(({ id }) => id), ...seen].slice(0, mostSeen)))
  return fresh
}

/** Shows news that no tab of this browser has shown, one announcement for each kind. @param whose names user and organization */
export const showNews = (news: readonly Wire[], whose: string, open: (path: string) => void): Promise<void> =>
  alone(`motto-news:${whose}`, () => {
    const fresh = takeUnseen(news, localStorage, `motto-news:${whose}`)
    const kinds = new Map<NotificationKind, Wire[]>()
    for (const notification of fresh)
      kinds.set(notification.kind, [...(kinds.get(notification.kind) ?? []), notification])
    for (const [kind, some] of kinds) announce(announcement(kind, some), `motto-${whose}-${some[0]?.id}`, open)
  })
