import classes from './form.module.css'

interface Props {
  id: string
  names: readonly string[]
  chosen: number
  onChoose: (name: string) => void
}

/** The names offered after `@`, below the field. */
export const MentionList = ({ id, names, chosen, onChoose }: Props) => (
  <div className={classes.mentions} id={id} role="listbox" aria-label="Attributes">
    {names.length === 0 && (
      <span className={classes.noMention} role="option" aria-selected={false} aria-disabled="true">
        No result
      </span>
    )}
    {names.map((name, index) => (
      <button
        key={name}
        id={`${id}-${index}`}
        type="button"
        role="option"
        tabIndex={-1}
        aria-selected={index === chosen}
        // The field keeps the focus, and with it the caret.
        onMouseDown={(event) => {
          event.preventDefault()
          onChoose(name)
        }}
      >
        @{name}
      </button>
    ))}
  </div>
)
