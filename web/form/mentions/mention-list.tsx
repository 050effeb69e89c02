import classes from '../form.module.css'

interface Props {
  id: string
  names: readonly string[]
  chosen: number
  onChoose: (name: string) => void
  /** An example of its value, or that it has none; '' where nobody knows. */
  noteOf?: ((name: string) => string) | undefined
}

/** The names offered after `@`, below the field. */
export const MentionList = ({ id, names, chosen, onChoose, noteOf }: Props) => (
  <div className={classes.mentions} id={id} role="listbox" aria-label="Attributes">
    {names.length === 0 && (
      <span className={classes.noMention} role="option" aria-selected={false} aria-disabled="true">
        No result
      </span>
    )}
    {names.map((name, index) => (
      <button
        key={name}
        ref={index === chosen ? (option) => option?.scrollIntoView({ block: 'nearest' }) : undefined}
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
        <span>@{name}</span>
        {noteOf && <small>{noteOf(name)}</small>}
      </button>
    ))}
  </div>
)
