/** Keys that do something on a page. */
export interface Shortcut {
  /** As the help shows them. */
  keys: string
  does: string
  /** The key itself, in lower case. */
  key: string
  /** With Ctrl, or with ⌘ on a Mac. */
  ctrl?: true
}

/** Where the user may be, in the order of the help. */
export const shortcuts = {
  search: { keys: 'Ctrl or ⌘ K', does: 'Search and commands', key: 'k', ctrl: true },
  save: { keys: 'Ctrl or ⌘ S', does: 'Save changes', key: 's', ctrl: true },
  finish: {
    keys: 'Ctrl or ⌘ Enter',
    does: 'Ship a packed order, list a new product, send a message to support',
    key: 'enter',
    ctrl: true,
  },
  close: { keys: 'Esc', does: 'Close a dialog or a menu', key: 'escape' },
  help: { keys: '?', does: 'Show this list', key: '?' },
} as const satisfies Record<string, Shortcut>

/** What of a key event matters. */
interface Pressed {
  key: string
  ctrlKey: boolean
  metaKey: boolean
}

/** Whether a key event is a shortcut. */
export const isPressed = ({ key, ctrl = false }: Pick<Shortcut, 'key'> & { ctrl?: boolean }, event: Pressed): boolean =>
  (event.ctrlKey || event.metaKey) === ctrl && event.key.toLowerCase() === key

/** As `useHotkeys` takes it. */
export const hotkeyOf = ({ key, ctrl }: Shortcut): string => (ctrl ? `mod+${key}` : key)
