import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { getStart } from '#contract/organizations/organizations.ts'
import { useRead } from '../api.ts'
import { useLiveEvents } from '../events.ts'
import { useSession } from '../session.ts'
import { useKeptFocus } from './keep-focus.ts'
import { OpeningPage, useLater } from '../ui/layout/later.tsx'
import { onDemand } from '../ui/layout/on-demand.tsx'
import { setOwnCurrency } from '../ui/format.ts'
import { OfflineBanner } from './offline-banner.tsx'
import { UnsettledNote } from './unsettled-note.tsx'
import { Palette } from './palette/palette.tsx'
import classes from './shell.module.css'
import { useShortcutHelp } from './shortcuts/shortcuts.tsx'
import { Sidebar } from './sidebar/sidebar.tsx'
import { SupportDialog } from './support/dialog.tsx'
import { TopBar } from './top-bar.tsx'

const News = onDemand(async () => (await import('./news.tsx')).News)

/** What amounts are written in. The session says so; where it was changed since, by a colleague or by the first account that was connected, the page is drawn anew. */
function useCurrency(): string {
  const user = useSession()
  const [currency, setCurrency] = useState(user?.currency ?? 'USD')
  const now = useRead(getStart, undefined, { enabled: Boolean(user?.clientId) }).data?.currency
  useEffect(() => {
    if (!now) return
    setOwnCurrency(now)
    setCurrency(now)
  }, [now])
  return currency
}

/** The first page is drawn after its frame and in pieces: both at once would keep a slow processor from answering for half a second. */
function FirstPage({ path }: { path: string }) {
  const framed = useLater()
  const currency = useCurrency()
  const [opened] = useState(path)
  const [opening, setOpening] = useState(true)
  if (opening && path !== opened) setOpening(false)
  return framed ? (
    <OpeningPage value={opening} key={currency}>
      <Outlet />
    </OpeningPage>
  ) : null
}

/** The frame around every signed-in page: sidebar, top bar, one sheet. */
export function AppShell() {
  const user = useSession()
  const [drawer, setDrawer] = useState(false)
  const path = useRouterState({ select: (state) => state.location.pathname })
  useEffect(() => setDrawer(false), [path])
  const organizationId = user && !user.secondFactorSetupRequired ? user.clientId : null
  useLiveEvents(organizationId)
  useShortcutHelp()
  useKeptFocus()
  useEffect(() => void import('./cut-paste.ts').then(({ watchPaste }) => watchPaste()), [])
  return (
    <div className={classes.app}>
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      <Sidebar drawer={drawer} closeDrawer={() => setDrawer(false)} />
      <div className={classes.main}>
        <TopBar openDrawer={() => setDrawer(true)} />
        <OfflineBanner />
        <UnsettledNote />
        <main className={classes.sheet} id="main" tabIndex={-1}>
          <FirstPage path={path} />
        </main>
      </div>
      {/* Menus and lists open in here, so that whoever goes by landmarks finds them. */}
      <div id="overlays" role="region" aria-label="Open menus" className={classes.overlays} />
      {user && organizationId !== null && (
        <News key={organizationId} userId={user.id} organizationId={organizationId} />
      )}
      <Palette />
      <SupportDialog />
    </div>
  )
}
