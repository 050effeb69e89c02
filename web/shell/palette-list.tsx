import { useMantineColorScheme } from '@mantine/core'
import { Spotlight } from '@mantine/spotlight'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { may } from '#contract/permissions.ts'
import { isSuperAdmin } from '#domain/accounts/session.ts'
import { useSession } from '../session.ts'
import { Icon } from '../ui/icon.tsx'
import { creations, mainLinks, settingsLinks } from './nav.ts'
import { type Command, paletteHere, paletteStore, usePageCommands } from './palette-store.ts'
import type { PaletteTyping } from './palette-typing.ts'
import classes from './palette.module.css'
import { openShortcuts } from './shortcuts.tsx'
import { signOut } from './sign-out.ts'
import { openSupport } from './support-dialog.tsx'
import { useCollapsed } from './use-collapsed.ts'

function useEverywhere(): Command[] {
  const navigate = useNavigate()
  const user = useSession()
  const [collapsed, setCollapsed] = useCollapsed()
  const { toggleColorScheme } = useMantineColorScheme()
  const go = (to: string) => void navigate({ to: to as string })
  const pages = [...(user?.clientId ? mainLinks : []), ...settingsLinks(user !== null && isSuperAdmin(user))]
  return [
    ...pages.map(({ to, label, icon }) => ({ id: `go ${to}`, label, icon, group: 'Go to', run: () => go(to) })),
    ...(user?.clientId ? creations : [])
      .filter(({ needs }) => may(user?.roleId ?? null, needs))
      .map(({ to, label, icon }) => ({ id: to, label, icon, group: 'Actions', run: () => go(to) })),
    {
      id: 'theme',
      label: 'Switch between light and dark',
      icon: 'moon',
      group: 'Actions',
      keywords: ['theme', 'colour'],
      run: toggleColorScheme,
    },
    {
      id: 'collapse',
      label: collapsed ? 'Expand sidebar' : 'Collapse sidebar',
      icon: 'collapse',
      group: 'Actions',
      run: () => setCollapsed(!collapsed),
    },
    {
      id: 'support',
      label: 'Contact Support',
      icon: 'help',
      group: 'Actions',
      keywords: ['help'],
      run: () => void openSupport(),
    },
    {
      id: 'shortcuts',
      label: 'Keyboard shortcuts',
      icon: 'keyboard',
      group: 'Actions',
      keys: '?',
      run: () => void openShortcuts(),
    },
    {
      id: 'logout',
      label: 'Logout',
      icon: 'logout',
      group: 'Actions',
      keywords: ['sign out'],
      run: () => void signOut(),
    },
  ]
}

/** Every page and every action, found by typing. */
export function PaletteList({ query, setQuery, search }: PaletteTyping) {
  const commands = [...usePageCommands(), ...useEverywhere()]
  const groups = [...new Set(commands.map((command) => command.group))]
  useEffect(paletteHere, [])
  return (
    <Spotlight
      store={paletteStore}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      nothingFound="Nothing found. Try the name of a page or an action."
      highlightQuery
      scrollable
      maxHeight={440}
      size={640}
      yOffset="12vh"
      attributes={{ content: { 'aria-label': 'Search or run' } }}
      overlayProps={{ blur: 0, color: 'transparent', backgroundOpacity: 1, className: classes.backdrop }}
      classNames={classes}
      searchProps={{
        ...search,
        placeholder: 'Search or run…',
        leftSection: <Icon name="search" />,
        'aria-label': 'Search or run',
      }}
      actions={groups.map((group) => ({
        group,
        actions: commands
          .filter((command) => command.group === group)
          .map(({ id, label, icon, keywords, keys, run }) => ({
            id,
            label,
            keywords: keywords ? [...keywords] : undefined,
            leftSection: <Icon name={icon} />,
            rightSection: keys ? <kbd>{keys}</kbd> : undefined,
            onClick: run,
          })),
      }))}
    />
  )
}
