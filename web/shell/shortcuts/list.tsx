import { gridShortcuts, rowShortcuts, textShortcuts } from '../../actions/shortcut-help.ts'
import { shortcuts } from '../../actions/shortcuts.ts'
import classes from './shortcuts.module.css'

interface Keys {
  keys: string
  does: string
}
const List = ({ of }: { of: readonly Keys[] }) => (
  <dl className={classes.list}>
    {of.map(({ keys, does }) => (
      <div key={keys}>
        <dt>{does}</dt>
        <dd>
          <kbd>{keys}</kbd>
        </dd>
      </div>
    ))}
  </dl>
)

const Part = ({ title, of }: { title: string; of: readonly Keys[] }) => (
  <>
    <h3 className={classes.part}>{title}</h3>
    <List of={of} />
  </>
)

export const ShortcutList = () => (
  <>
    <List of={Object.values(shortcuts)} />
    <Part title="In the grid" of={gridShortcuts} />
    <Part title="In descriptions" of={textShortcuts} />
    <Part title="On a row’s buttons: existing listings, quantities out of sync" of={Object.values(rowShortcuts)} />
  </>
)
