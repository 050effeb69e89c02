import { Link, useRouterState } from '@tanstack/react-router'
import { useSession } from '../session.ts'
import { Icon } from '../ui/icon.tsx'
import { Logo } from '../ui/logo.tsx'
import { isBelow, mainLinks } from './nav.ts'
import classes from './sidebar.module.css'

export function Sidebar({ drawer, closeDrawer }: { drawer: boolean; closeDrawer: () => void }) {
  const user = useSession()
  const path = useRouterState({ select: (state) => state.location.pathname })
  return (
    <aside className={classes.side} data-open={drawer || undefined} aria-label="Sidebar" onKeyDown={(e) => e.key === 'Escape' && closeDrawer()}>
      <div className={classes.brand}><Link to="/dashboard" aria-label="Motto, dashboard"><Logo /></Link></div>
      {user?.clientId && (
        <nav className={classes.nav} aria-label="Main">
          {mainLinks.map(({ to, label, icon }) => (
            <Link key={to} to={to as string} aria-current={isBelow(path, to) ? 'page' : undefined}><Icon name={icon} /><span>{label}</span></Link>
          ))}
        </nav>
      )}
    </aside>
  )
}
