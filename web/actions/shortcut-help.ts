import type { Shortcut } from './shortcuts.ts'

/** On the buttons of a row, where existing listings are linked and quantities compared. */
export const rowShortcuts = {
  link: { keys: 'L', does: 'Link the listing', key: 'l' },
  choose: { keys: 'C', does: 'Choose a product to link', key: 'c' },
  make: { keys: 'M', does: 'Import the listing as a product', key: 'm' },
  ignore: { keys: 'A', does: 'Ignore the listing', key: 'a' },
  undo: { keys: 'Z', does: 'Change the decision, or unlink', key: 'z' },
  ours: { keys: 'O', does: 'Keep Motto’s quantity', key: 'o' },
  theirs: { keys: 'T', does: 'Keep the channel’s quantity', key: 't' },
} as const satisfies Record<string, Shortcut>

interface Keys {
  keys: string
  does: string
  /** Each combination, such as `ctrl+d`. */
  pressed: readonly string[]
}

/** In tables that are typed into. */
export const gridShortcuts: readonly Keys[] = [
  { keys: 'F2 or Enter', does: 'Edit cell (typing replaces its value)', pressed: ['enter', 'f2'] },
  {
    keys: 'Tab',
    does: 'Confirm and move right (Enter moves down, Esc cancels)',
    pressed: ['tab', 'shift+tab', 'escape'],
  },
  {
    keys: 'Shift and arrows',
    does: 'Select cells (with Ctrl or ⌘ to the end)',
    pressed: ['arrowup', 'arrowdown', 'arrowleft', 'arrowright'].flatMap((key) => [
      `shift+${key}`,
      `ctrl+shift+${key}`,
    ]),
  },
  { keys: 'Ctrl or ⌘ A', does: 'Select all cells', pressed: ['ctrl+a', 'ctrl+shift+a'] },
  { keys: 'Ctrl or ⌘ C, V', does: 'Copy and paste cells (works with spreadsheets)', pressed: ['ctrl+c', 'ctrl+v'] },
  { keys: 'Ctrl or ⌘ D', does: 'Fill down', pressed: ['ctrl+d', 'ctrl+shift+d'] },
  { keys: 'Ctrl or ⌘ Enter', does: 'Fill selected cells', pressed: ['ctrl+enter', 'ctrl+shift+enter'] },
  { keys: 'Delete', does: 'Clear selected cells', pressed: ['delete', 'shift+delete', 'backspace', 'shift+backspace'] },
  { keys: 'Ctrl or ⌘ Z, Y', does: 'Undo and redo', pressed: ['ctrl+z', 'ctrl+shift+z', 'ctrl+y', 'ctrl+shift+y'] },
  { keys: 'Shift Space', does: 'Select row', pressed: ['shift+ ', ' '] },
  { keys: 'Alt Enter', does: 'Go to the cell’s message', pressed: ['alt+enter'] },
  { keys: 'F6', does: 'Leave the table', pressed: ['f6'] },
]

/** In descriptions. */
export const textShortcuts: readonly Keys[] = [
  { keys: 'Ctrl or ⌘ B, I, U', does: 'Bold, italic, underline', pressed: ['ctrl+b', 'ctrl+i', 'ctrl+u'] },
  { keys: 'Ctrl or ⌘ Z, Y', does: 'Undo and redo', pressed: ['ctrl+z', 'ctrl+y'] },
]
