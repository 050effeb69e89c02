import { ActionIcon, Button, Menu, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useRouterState } from '@tanstack/react-router'
import { isSuperAdmin } from '#domain/accounts/session.ts'
import { mainLinks, settingsLinks } from '../actions/pages.ts'
import { pathOf } from '../addresses.ts'
import { useSession } from '../session.ts'
import { Avatar } from '../ui/images/avatar.tsx'
import { Icon } from '../ui/images/icon.tsx'
import { useCrumbs } from '../ui/layout/page-meta.ts'
import { Link, LinkItem } from '../ui/link.tsx'
import { Health } from './health/health.tsx'
import { openPalette } from './palette/store.ts'
import { isBelow } from './sidebar/nav.ts'
import { useCollapsed } from './sidebar/use-collapsed.ts'
import { signOut } from './sign-out.ts'
import { openSupport } from './support/dialog.tsx'
import classes from './top-bar.module.css'

const modifier = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'

/** Where one is, search, health, help, theme and the user. */
export function TopBar({ openDrawer }: { openDrawer: () => void }) {
  const user = useSession()
  return (
    <header className={classes.top} data-shell>
      <ActionIcon className={classes.menu} aria-label="Open menu" onClick={openDrawer}>
        <Icon name="menu" />
      </ActionIcon>
      <Crumbs links={user?.clientId !== null} />
      <span className={classes.space} />
      <button type="button" className={classes.find} onClick={openPalette} aria-label={`Search or run, ${modifier} K`}>
        <Icon name="search" size="s" />
        <span>Search or run…</span>
        <kbd>{modifier} K</kbd>
      </button>
      {user?.clientId ? <Health /> : null}
      <Button variant="default" size="xs" className={classes.support} onClick={() => void openSupport()}>
        Contact Support
      </Button>
      <ThemeSwitch />
      {user && <UserMenu name={user.name || user.email} image={user.image} superAdmin={isSuperAdmin(user)} />}
    </header>
  )
}

function Crumbs({ links }: { links: boolean }) {
  const crumbs = useCrumbs()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const [collapsed] = useCollapsed()
  const section = mainLinks.find(({ link }) => isBelow(path, pathOf(link)))
  const rest = section && crumbs[0]?.label === section.label ? crumbs.slice(1) : crumbs
  return (
    <>
      {collapsed && links && (
        <nav className={classes.links} aria-label="Main navigation">
          {mainLinks.map(({ link, label }) => (
            <Link key={label} {...link} aria-current={isBelow(path, pathOf(link)) ? 'page' : undefined}>
              {label}
            </Link>
          ))}
        </nav>
      )}
      <nav className={classes.crumbs} aria-label="Breadcrumb">
        {links && section && <SectionMenu label={section.label} alone={rest.length === 0} />}
        {rest.map((crumb, index) => (
          <span key={index} className={classes.crumb}>
            {(index > 0 || section) && <Icon name="chevron-right" size="s" />}
            {crumb.to ? (
              <Link {...crumb.to} activeOptions={{ exact: true }}>
                {crumb.label}
              </Link>
            ) : (
              <span aria-current={index === rest.length - 1 ? 'page' : undefined}>{crumb.label}</span>
            )}
          </span>
        ))}
      </nav>
    </>
  )
}

const SectionMenu = ({ label, alone }: { label: string; alone: boolean }) => (
  <Menu position="bottom-start">
    <Menu.Target>
      <button type="button" className={classes.section} aria-label={`${label}, go to another page`}>
        <span aria-current={alone ? 'page' : undefined}>{label}</span>
        <Icon name="chevron-down" size="s" />
      </button>
    </Menu.Target>
    <Menu.Dropdown>
      {mainLinks.map(({ link, label: name, icon }) => (
        <LinkItem key={name} {...link} leftSection={<Icon name={icon} />}>
          {name}
        </LinkItem>
      ))}
    </Menu.Dropdown>
  </Menu>
)

function ThemeSwitch() {
  const { setColorScheme } = useMantineColorScheme()
  const dark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
  return (
    <ActionIcon
      className={classes.theme}
      aria-label={dark ? 'Use light theme' : 'Use dark theme'}
      onClick={() => setColorScheme(dark ? 'light' : 'dark')}
    >
      <Icon name={dark ? 'sun' : 'moon'} />
    </ActionIcon>
  )
}

const UserMenu = ({ name, image, superAdmin }: { name: string; image: string | null; superAdmin: boolean }) => (
  <Menu width={200}>
    <Menu.Target>
      <button type="button" className={classes.avatar} aria-label={`${name}, account menu`}>
        <Avatar name={name} image={image} strong />
      </button>
    </Menu.Target>
    <Menu.Dropdown>
      {settingsLinks(superAdmin).map(({ link, label, icon }) => (
        <LinkItem key={label} {...link} leftSection={<Icon name={icon} />}>
          {label}
        </LinkItem>
      ))}
      <Menu.Divider />
      <Menu.Item leftSection={<Icon name="logout" />} onClick={() => void signOut()}>
        Logout
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
)
