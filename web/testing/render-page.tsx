import { createBrowserHistory, RouterProvider } from '@tanstack/react-router'
import { type ComponentType, createElement } from 'react'
import { vi } from 'vitest'
import type { SessionUser } from '#contract/accounts.ts'
import { roles } from '#contract/permissions.ts'
import { makeRouter } from '../routes/make-router.ts'
import { sessionChanged, sessionUser } from '../session.ts'
import { palette } from '../shell/palette/store.ts'
import { Providers } from '../shell/providers.tsx'
import { openingAt } from '../start.ts'
import { setOwnCurrency } from '../ui/format.ts'
import { away, draw, stubs } from './screen.tsx'

/** Who looks at the page: Dana, an admin of "Shop". */
export const dana: SessionUser = {
  id: 1,
  userUUID: '5e8d1f1a-0000-4000-8000-000000000001',
  image: '',
  email: 'dana@example.com',
  name: 'Dana',
  emailConfirmed: true,
  roleId: roles.admin,
  clientIds: [1],
  clientId: 1,
  clientName: 'Shop',
  currency: 'USD',
  twoFactor: false,
  secondFactorSetupRequired: false,
}

export interface RenderedPage {
  /** Path and query that the browser shows. */
  address: () => string
  /** Addresses of other documents that the page sent the browser to, in order. They are not drawn. */
  readonly left: readonly string[]
}

/** Replaces the session cookie. @param as what differs from Dana; null for a visitor who is not logged in */
export function setSession(as: Partial<SessionUser> | null): void {
  document.cookie = as
    ? `user=${encodeURIComponent(JSON.stringify({ ...dana, ...as }))}; path=/`
    : 'user=; path=/; max-age=0'
  sessionChanged()
}

/**
 * Opens an address of the app as a browser does: with the guards, the real routes and the shell. Needs a `fakeServer()`.
 * @param as what differs from Dana; null for a visitor who is not logged in
 */
export async function renderPage(address: string, as: Partial<SessionUser> | null = {}): Promise<RenderedPage> {
  away()
  stubs()
  setSession(as)
  history.replaceState(null, '', address)
  const left: string[] = []
  vi.stubGlobal('location', recordingLocation(location, left))
  const opening = openingAt(location, sessionUser())
  if (opening === 'app') drawApp()
  else if ('detour' in opening) left.push(opening.detour)
  else {
    // These pages read the address when their script loads.
    vi.resetModules()
    drawOutside(await opening.page())
  }
  return { address: () => location.pathname + location.search, left }
}

function drawApp(): void {
  setOwnCurrency(sessionUser()?.currency ?? 'USD')
  const browser = createBrowserHistory()
  const router = makeRouter(browser)
  // Otherwise a page that loads slowly shows its skeleton for a fixed time, and the test waits.
  router.update({ ...router.options, defaultPendingMinMs: 0 })
  draw(
    <Providers env="test">
      <RouterProvider router={router} />
    </Providers>,
    () => {
      // A palette that stays open would take the keys of the next page.
      palette.close()
      browser.flush()
      // An answer that comes late may still navigate; nobody is there to see it.
      Object.assign(browser, { push: () => undefined, replace: () => undefined })
      browser.destroy()
      localStorage.clear()
      sessionStorage.clear()
    },
  )
}

const drawOutside = (page: ComponentType): void => draw(createElement(page))

/** The document's location, but it notes where a page leads instead of loading it. */
const recordingLocation = (real: Location, left: string[]): Location =>
  new Proxy({} as Location, {
    get: (_, key) => {
      if (key === 'assign' || key === 'replace') return (to: string | URL) => void left.push(String(to))
      if (key === 'reload') return () => void left.push(real.pathname + real.search)
      const value: unknown = Reflect.get(real, key)
      return typeof value === 'function' ? value.bind(real) : value
    },
    set: (_, key, value) => {
      if (key !== 'href') return Reflect.set(real, key, value)
      left.push(String(value))
      return true
    },
  })
