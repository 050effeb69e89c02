import { namesIn } from '#domain/mappings/inputs.ts'
import { nameKey } from '#domain/products/attributes/values.ts'
import { SearchMultiSelect } from '#web/ui/choices/search-select.tsx'
import { referencesOf } from './draft.ts'
import classes from './rules.module.css'

interface Props {
  label: string
  /** References joined by commas. */
  value: string
  names: readonly string[]
  placeholder: string
  error?: string | undefined
  /** Texts of the product that may be chosen instead: `title`. */
  texts?: readonly string[]
  /** The text that stands where nothing is chosen. */
  standard?: string
  className?: string | undefined
  onChange: (value: string) => void
}

/** Attributes, chosen by name; only those that there are (MAP-094). */
export function ReferenceInput({
  label,
  value,
  names,
  placeholder,
  error,
  texts = [],
  standard,
  className,
  onChange,
}: Props) {
  const chosen = value === '' && standard ? [standard] : namesIn(value)
  const known = new Map(names.map((name) => [nameKey(name), name]))
  const isText = (name: string) => texts.includes(name) && !value.includes(`{{${name}}}`)
  const shown = chosen.map((name) => (isText(name) ? name : (known.get(nameKey(name)) ?? name)))
  const attributes = [...new Set([...names, ...shown.filter((name) => !isText(name))])]
  const choose = (next: string[]) => {
    const added = next.find((name) => !shown.includes(name))
    // A text stands alone: an action writes into it, or into attributes.
    if (added !== undefined && texts.includes(added)) return onChange(added === standard ? '' : added)
    const left = next.filter((name) => !texts.includes(name))
    onChange(left.length > 0 ? referencesOf(left) : '')
  }
  return (
    <SearchMultiSelect
      className={className}
      aria-label={label}
      placeholder={placeholder}
      options={[
        ...texts.map((text) => ({ value: text, label: text })),
        ...attributes.filter((name) => !texts.includes(name)).map((name) => ({ value: name, label: `@${name}` })),
      ]}
      value={shown}
      classNames={{ inputField: classes.typed }}
      error={error}
      onChange={choose}
    />
  )
}
