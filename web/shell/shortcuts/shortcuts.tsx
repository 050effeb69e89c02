import { modals } from '@mantine/modals'
import { useHotkeys } from '@mantine/hooks'
import { hotkeyOf, shortcuts } from '../../actions/shortcuts.ts'
import { dialogsReady } from '../../ui/dialogs/dialogs.tsx'
import { onDemand } from '../../ui/layout/on-demand.tsx'

const ShortcutList = onDemand(async () => (await import('./list.tsx')).ShortcutList)

export async function openShortcuts(): Promise<void> {
  if ((await ShortcutList.ready()) && (await dialogsReady()))
    modals.open({ title: 'Keyboard shortcuts', children: <ShortcutList /> })
}

/** `?` anywhere but in a field opens the list. */
export const useShortcutHelp = () =>
  useHotkeys([
    [`shift+${hotkeyOf(shortcuts.help)}`, () => void openShortcuts()],
    [hotkeyOf(shortcuts.help), () => void openShortcuts()],
  ])
