import classes from './shortcuts.module.css'

const shortcuts: readonly (readonly [string, string])[] = [
  ['Ctrl or ⌘ K', 'Search and commands'],
  ['Ctrl or ⌘ S', 'Save changes'],
  ['Ctrl or ⌘ Enter', 'Send a message to support'],
  ['Esc', 'Close a dialog or a menu'],
  ['?', 'Show this list'],
]

/** Of tables that are typed into. */
const inTables: readonly (readonly [string, string])[] = [
  ['F2 or Enter', 'Edit cell (typing replaces its value)'],
  ['Tab', 'Confirm and move right (Enter moves down, Esc cancels)'],
  ['Shift and arrows', 'Select cells'],
  ['Ctrl or ⌘ C, V', 'Copy and paste cells (works with spreadsheets)'],
  ['Ctrl or ⌘ D', 'Fill down'],
  ['Ctrl or ⌘ Enter', 'Fill selected cells'],
  ['Delete', 'Clear selected cells'],
  ['Ctrl or ⌘ Z, Y', 'Undo and redo'],
  ['Shift Space', 'Select row'],
  ['Alt Enter', 'Go to the cell’s message'],
]

const List = ({ keys: all }: { keys: readonly (readonly [string, string])[] }) => (
  <dl className={classes.list}>
    {all.map(([keys, meaning]) => (
      <div key={keys}>
        <dt>{meaning}</dt>
        <dd>
          <kbd>{keys}</kbd>
        </dd>
      </div>
    ))}
  </dl>
)

export const ShortcutList = () => (
  <>
    <List keys={shortcuts} />
    <h3 className={classes.part}>In the grid</h3>
    <List keys={inTables} />
  </>
)
