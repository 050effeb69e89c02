import { useMantineColorScheme } from '@mantine/core'
import { may } from '#contract/permissions.ts'
import { isSuperAdmin } from '#domain/accounts/session.ts'
import type { Action } from '../../actions/action.ts'
import { type ActionId, actionIds, actions } from '../../actions/all.ts'
import { type OfferGroup, useOffered } from '../../actions/offers.ts'
import { morePages } from '../../actions/more-pages.ts'
import { mainLinks, type NavItem, settingsLinks } from '../../actions/pages.ts'
import { shortcuts } from '../../actions/shortcuts.ts'
import { pageSynonyms, synonyms } from '../../actions/synonyms.ts'
import { type PageLink, pathOf } from '../../addresses.ts'
import { useSession } from '../../session.ts'
import { useNavigate } from '../../ui/link.tsx'
import { openShortcuts } from '../shortcuts/shortcuts.tsx'
import { useCollapsed } from '../sidebar/use-collapsed.ts'
import { signOut } from '../sign-out.ts'
import { openSupport } from '../support/dialog.tsx'
import type { Command } from './store.ts'

/** Every page and every action that the user may open or start, with the offers of the page on screen first. */
export function useCommands(): Command[] {
  const user = useSession()
  const navigate = useNavigate()
  const offered = useOffered()
  const inShell = useShell()
  const roleId = user?.clientId ? user.roleId : null
  const go = (link: PageLink) => void navigate(link)
  const pages = [...mainLinks, ...morePages, ...settingsLinks(user !== null && isSuperAdmin(user))]
  const isOffered = (id: ActionId) => offered.some(({ offers }) => offers.some(({ action }) => action === id))
  const begin = (id: ActionId, { page }: Action) => inShell[id]?.run ?? (page ? () => go(page) : undefined)
  return [
    ...offered.flatMap((group) => offeredBy(group, roleId)),
    ...pages
      .filter(({ needs }) => may(roleId, needs))
      .map(({ link, label, icon }): Command => {
        return {
          id: `go ${pathOf(link)}`,
          label,
          icon,
          synonyms: pageSynonyms[label] ?? [],
          group: 'Go to',
          run: () => go(link),
        }
      }),
    ...actionIds.flatMap((id): Command[] => {
      const action = { ...actions[id], ...inShell[id]?.now }
      const run = begin(id, action)
      return run && !isOffered(id) && may(roleId, action.needs) ? [anywhere(id, action, pages, run)] : []
    }),
  ]
}

const offeredBy = ({ heading, offers }: OfferGroup, roleId: number | null): Command[] =>
  offers
    .filter(({ action }) => may(roleId, actions[action].needs))
    .map(({ action: id, name, run }) => {
      const action = actions[id]
      return {
        id,
        label: name ?? action.name,
        icon: action.icon,
        synonyms: wordsOf(id, action),
        group: heading,
        here: true,
        run,
      }
    })

/** An action with an object in its name is also found by its own name. */
const wordsOf = (id: ActionId, { name, short = '' }: Action) => [...synonyms[id], name, short]

function anywhere(id: ActionId, action: Action, pages: readonly NavItem[], run: () => void): Command {
  const { name, icon, after, page } = action
  const where = page && pages.find(({ link }) => pathOf(link) === pathOf(page))?.label
  return {
    id,
    label: name,
    icon,
    synonyms: wordsOf(id, action),
    group: 'Actions',
    ...(after && { note: where ? `${where}: ${after.charAt(0).toLowerCase()}${after.slice(1)}` : after, hidden: true }),
    ...(id === 'showShortcuts' && { keys: shortcuts.help.keys }),
    run,
  }
}

/** What the shell does itself, and what it is called now. */
function useShell(): Partial<Record<ActionId, { run: () => void; now?: Pick<Action, 'name'> }>> {
  const [collapsed, setCollapsed] = useCollapsed()
  const { toggleColorScheme } = useMantineColorScheme()
  return {
    switchTheme: { run: toggleColorScheme },
    collapseSidebar: {
      run: () => setCollapsed(!collapsed),
      now: { name: collapsed ? 'Expand sidebar' : 'Collapse sidebar' },
    },
    contactSupport: { run: () => void openSupport() },
    showShortcuts: { run: () => void openShortcuts() },
    logOut: { run: () => void signOut() },
  }
}
