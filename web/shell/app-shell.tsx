import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'

/** The frame around every signed-in page: sidebar, top bar, one sheet. */
export function AppShell() {
  const [drawer, setDrawer] = useState(false)
  const path = useRouterState({ select: (state) => state.location.pathname })
  useEffect(() => setDrawer(false), [path])
  return (
    <div className={classes.app}>
      <a className={classes.skip} href="#main">Skip to the page</a>
      <Sidebar drawer={drawer} closeDrawer={() => setDrawer(false)} />
      <div className={classes.main}>
        <TopBar openDrawer={() => setDrawer(true)} />
        <main className={classes.sheet} id="main" tabIndex={-1}>
          <Outlet />
          <Footer />
        </main>
      </div>
    </div>
  )
}

const Footer = () => (
  <footer className={classes.foot}>
    <a href="/about">About</a>
    <a href="/contact">Contact</a>
    <a href="/privacy">Privacy</a>
  </footer>
)
