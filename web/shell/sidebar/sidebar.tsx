import { useHotkeys } from '@mantine/hooks'
import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { getStart } from '#contract/organizations/organizations.ts'
import { isSuperAdmin, type SessionUser } from '#domain/accounts/session.ts'
import { mainLinks, settingsLinks } from '../../actions/pages.ts'
import { hotkeyOf, shortcuts } from '../../actions/shortcuts.ts'
import { type PageLink, pathOf } from '../../addresses.ts'
import { useRead } from '../../api.ts'
import { useSession } from '../../session.ts'
import { number } from '../../ui/format.ts'
import { Avatar } from '../../ui/images/avatar.tsx'
import { Icon } from '../../ui/images/icon.tsx'
import type { IconName } from '../../ui/images/icons.ts'
import { Logo } from '../../ui/images/logo.tsx'
import { Link } from '../../ui/link.tsx'
import { signOut } from '../sign-out.ts'
import { openSupport } from '../support/dialog.tsx'
import { isBelow } from './nav.ts'
import { OrganizationSwitcher } from './organization-switcher.tsx'
import classes from './sidebar.module.css'
import { useCollapsed } from './use-collapsed.ts'

/** Links, organization and user; 240 px, 56 px collapsed, a drawer on small screens. */
export function Sidebar({ drawer, closeDrawer }: { drawer: boolean; closeDrawer: () => void }) {
  const user = useSession()
  const [collapsed, setCollapsed] = useCollapsed()
  const narrow = collapsed && !drawer
  useHotkeys([[hotkeyOf(shortcuts.close), () => drawer && closeDrawer()]])
  if (!user) return null
  return (
    <>
      {drawer && <button type="button" className={classes.overlay} aria-label="Close menu" onClick={closeDrawer} />}
      <aside
        className={classes.side}
        data-open={drawer || undefined}
        data-collapsed={narrow || undefined}
        aria-label="Sidebar"
      >
        <div className={classes.brand}>
          <Link to="/dashboard" aria-label="Motto: go to dashboard">
            {narrow ? <img src="/mark.svg" alt="" width={24} height={24} /> : <Logo />}
          </Link>
        </div>
        {user.clientId !== null && <OrganizationSwitcher user={user} narrow={narrow} />}
        {user.clientId !== null && <MainLinks narrow={narrow} />}
        <nav className={classes.nav} aria-label="Help and settings">
          <button type="button" title={narrow ? 'Support' : undefined} onClick={() => void openSupport()}>
            <Icon name="help" />
            <span>Support</span>
          </button>
          <Settings superAdmin={isSuperAdmin(user)} narrow={narrow} />
          <button
            type="button"
            className={classes.collapse}
            title={narrow ? 'Expand' : undefined}
            aria-pressed={collapsed}
            onClick={() => setCollapsed(!collapsed)}
          >
            <Icon name={collapsed ? 'expand' : 'collapse'} />
            <span>Collapse</span>
          </button>
        </nav>
        <Me user={user} narrow={narrow} />
        <Foot />
      </aside>
    </>
  )
}

function MainLinks({ narrow }: { narrow: boolean }) {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const start = useRead(getStart)
  const counts: Partial<Record<string, number>> = {
    '/inventory': start.data?.products,
    '/orders': start.data?.openOrders,
  }
  return (
    <nav className={classes.nav} aria-label="Main">
      {mainLinks.map(({ link, label, icon }) => {
        const to = pathOf(link)
        const count = counts[to]
        return (
          <NavLink key={to} link={link} icon={icon} current={isBelow(path, to)} title={narrow ? label : undefined}>
            <span>{label}</span>
            {count ? (
              <span className={classes.number} aria-hidden="true">
                {number(count)}
              </span>
            ) : null}
          </NavLink>
        )
      })}
    </nav>
  )
}

function Settings({ superAdmin, narrow }: { superAdmin: boolean; narrow: boolean }) {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const links = settingsLinks(superAdmin)
  const [open, setOpen] = useState(links.some(({ link }) => isBelow(path, pathOf(link))))
  return (
    <>
      <button type="button" aria-expanded={open} title={narrow ? 'Settings' : undefined} onClick={() => setOpen(!open)}>
        <Icon name="settings" />
        <span>Settings</span>
        <Icon name={open ? 'chevron-down' : 'chevron-right'} size="s" className={classes.chevron} />
      </button>
      {open &&
        links.map(({ link, label, icon }) => (
          <NavLink
            key={label}
            link={link}
            icon={icon}
            current={isBelow(path, pathOf(link))}
            title={narrow ? label : undefined}
            sub
          >
            <span>{label}</span>
          </NavLink>
        ))}
    </>
  )
}

interface NavLinkProps {
  link: PageLink
  icon: IconName
  current: boolean
  title?: string
  sub?: boolean
  children: ReactNode
}

const NavLink = ({ link, icon, current, title, sub, children }: NavLinkProps) => (
  <Link {...link} aria-current={current ? 'page' : undefined} title={title} data-sub={sub}>
    <Icon name={icon} />
    {children}
  </Link>
)

/** Beside the page and not under it: no list ends with it, and nothing moves it while a page comes. */
const Foot = () => (
  <footer className={classes.foot}>
    <a href="/about">About</a>
    <a href="/contact">Contact</a>
    <a href="/privacy">Privacy</a>
  </footer>
)

const Me = ({ user, narrow }: { user: SessionUser; narrow: boolean }) => (
  <div className={classes.me}>
    <Avatar name={user.name || user.email} image={user.image} />
    {!narrow && (
      <div className="grow">
        <b className="ellipsis">{user.name || 'No name yet'}</b>
        <span className="ellipsis">{user.email}</span>
      </div>
    )}
    <button type="button" aria-label="Log out" title="Log out" onClick={() => void signOut()}>
      <Icon name="logout" />
    </button>
  </div>
)
