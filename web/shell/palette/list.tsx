import { useMantineColorScheme } from '@mantine/core'
import { Spotlight } from '@mantine/spotlight'
import { useEffect, useLayoutEffect } from 'react'
import { may } from '#contract/permissions.ts'
import { isSuperAdmin } from '#domain/accounts/session.ts'
import { type PageLink, pathOf } from '../../addresses.ts'
import { useSession } from '../../session.ts'
import { Icon } from '../../ui/images/icon.tsx'
import { useNavigate } from '../../ui/link.tsx'
import { openShortcuts } from '../shortcuts/shortcuts.tsx'
import { creations, mainLinks, otherLinks, settingsLinks } from '../sidebar/nav.ts'
import { useCollapsed } from '../sidebar/use-collapsed.ts'
import { signOut } from '../sign-out.ts'
import { openSupport } from '../support/dialog.tsx'
import classes from './palette.module.css'
import { arrange, groupsOf, isNamed } from './rank.ts'
import { useRecords } from './records.tsx'
import { type Command, paletteHere, paletteStore, usePageCommands, usePaletteIsOpen } from './store.ts'
import type { PaletteTyping } from './typing.ts'

function useEverywhere(): Command[] {
  const navigate = useNavigate()
  const user = useSession()
  const [collapsed, setCollapsed] = useCollapsed()
  const { toggleColorScheme } = useMantineColorScheme()
  const go = (link: PageLink) => void navigate(link)
  const pages = [
    ...(user?.clientId ? [...mainLinks, ...otherLinks] : []),
    ...settingsLinks(user !== null && isSuperAdmin(user)),
  ]
  return [
    ...pages.map(({ link, label, icon }) => ({
      id: `go ${pathOf(link)}`,
      label,
      icon,
      group: 'Go to',
      run: () => go(link),
    })),
    ...(user?.clientId ? creations : [])
      .filter(({ needs }) => may(user?.roleId ?? null, needs))
      .map(({ link, label, icon }) => ({ id: pathOf(link), label, icon, group: 'Actions', run: () => go(link) })),
    {
      id: 'theme',
      label: 'Switch theme',
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

/** Records first, then every page and every action, found by typing. */
export function PaletteList({ query, setQuery, search, settle }: PaletteTyping) {
  const { records, settled } = useRecords(query, usePaletteIsOpen())
  const commands = [...usePageCommands(), ...useEverywhere()]
  const groups = groupsOf(arrange(query, records, commands))
  const listed = groups.flatMap(({ items }) => items.map(({ id }) => id)).join('\n')
  useEffect(paletteHere, [])
  // As soon as the list shows what was typed, it may be run.
  const runnable = settled || isNamed(query, commands)
  useLayoutEffect(() => settle(runnable ? query : undefined), [listed, runnable, query, settle])
  return (
    <Spotlight
      store={paletteStore}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      filter={(_, all) => all}
      nothingFound={settled ? 'No results. Try a SKU, title, order number, customer, page or action.' : 'Searching…'}
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
      actions={groups.map(({ group, items }) => ({
        group,
        actions: items.map(({ id, label, icon, picture, note, keys, run }) => ({
          id,
          label,
          description: note || undefined,
          leftSection: picture ?? <Icon name={icon} />,
          rightSection: keys ? <kbd>{keys}</kbd> : undefined,
          onClick: run,
        })),
      }))}
    />
  )
}
