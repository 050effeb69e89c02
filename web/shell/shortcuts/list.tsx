import classes from './shortcuts.module.css'

const shortcuts: readonly (readonly [string, string])[] = [
  ['Ctrl or ⌘ K', 'Search or run anything'],
  ['Ctrl or ⌘ S', 'Save the changes of this page'],
  ['Ctrl or ⌘ Enter', 'Send a message to support'],
  ['Esc', 'Close a dialog or a menu'],
  ['?', 'Show this list'],
]

/** Of tables that are typed into. */
const inTables: readonly (readonly [string, string])[] = [
  ['F2 or Enter', 'Change a cell; typing replaces it'],
  ['Tab', 'Keep it and go right; Enter goes down, Esc takes it back'],
  ['Shift and arrows', 'Choose several cells'],
  ['Ctrl or ⌘ C, V', 'Copy and paste cells, also from and to a spreadsheet'],
  ['Ctrl or ⌘ D', 'Fill down'],
  ['Ctrl or ⌘ Enter', 'Fill all chosen cells'],
  ['Delete', 'Clear the chosen cells'],
  ['Ctrl or ⌘ Z, Y', 'Undo and redo'],
  ['Shift Space', 'Choose the row'],
  ['Alt Enter', 'Go to what is said about a cell'],
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
    <h3 className={classes.part}>In a table of cells</h3>
    <List keys={inTables} />
  </>
)
