import type { ComponentType } from 'react'
import { guard, isFromProvider } from '#domain/accounts/guards.ts'
import type { SessionUser } from '#domain/accounts/session.ts'
import { queryOf } from './call.ts'
import { nowhere, outsidePages, signOn } from './outside/pages.ts'
import { parseSearch } from './search.ts'

/** What an address shows: another address instead, a page that needs no session, or the app. */
export type Opening = { detour: string } | { page: () => Promise<ComponentType> } | 'app'

/** Decides what a visitor sees at an address. @param user null for a visitor who is not logged in */
export function openingAt({ pathname, search }: Location, user: SessionUser | null): Opening {
  const path = pathname.replace(/(.)\/+$/, '$1')
  const detour = guard(user, { path, search: parseSearch(search), target: pathname + search })
  if (detour) return { detour: detour.to + queryOf({ redirectTo: detour.redirectTo }) }
  // Which server a channel answers to, its last part, is the operator's setting (CHN-105).
  const page = isFromProvider(path) ? signOn : outsidePages[path.replace(/^(\/oauth\/[^/]+)\/[^/]+$/, '$1')]
  return !page && user ? 'app' : { page: page ?? nowhere }
}
