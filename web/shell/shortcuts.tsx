import { modals } from '@mantine/modals'
import { useHotkeys } from '@mantine/hooks'
import classes from './shortcuts.module.css'

const shortcuts: readonly (readonly [string, string])[] = [
  ['Ctrl or ⌘ K', 'Search or run anything'],
  ['Ctrl or ⌘ S', 'Save the changes of this page'],
  ['Ctrl or ⌘ Enter', 'Send a message to support'],
  ['Esc', 'Close a dialog or a menu'],
  ['?', 'Show this list'],
]

export const openShortcuts = () =>
  void modals.open({
    title: 'Keyboard shortcuts',
    children: (
      <dl className={classes.list}>
        {shortcuts.map(([keys, meaning]) => (
          <div key={keys}>
            <dt>{meaning}</dt>
            <dd>
              <kbd>{keys}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    ),
  })

/** `?` anywhere but in a field opens the list. */
export const useShortcutHelp = () =>
  useHotkeys([
    ['shift+?', openShortcuts],
    ['?', openShortcuts],
  ])
