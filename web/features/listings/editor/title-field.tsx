import { TextInput } from '@mantine/core'
import { builtDescription } from '#contract/channels/all.ts'
import { noteOf } from '#web/form/mentions/mention.ts'
import { TitleInput } from '#web/form/mentions/title-input.tsx'
import classes from './attributes/attributes.module.css'
import { type FieldProps, inputId, textOf } from './fields.ts'
import { FieldOrigin } from './field-origin.tsx'
import { shownText } from '#web/form/mentions/mention.ts'
import { hasReferences, useViewing, ViewToggle } from './view-toggle.tsx'

/** A listing's title, with what it becomes for this product. */
export function TitleField(props: FieldProps) {
  const { channel, scope, fields, below, onChange, names, values, examples, resolved, place, errors, field } = props
  const titleChars = builtDescription(channel)?.limits.titleChars
  const { title } = resolved
  const own = textOf(fields, field.name)
  const inherited = textOf(below, field.name)
  const refers = place !== undefined && hasReferences(own || inherited)
  const { viewing, view, typed } = useViewing(own === '')
  const shared = {
    id: inputId(field.name),
    label: field.label,
    className: scope === 'product' ? classes.inherited : '',
    error: errors[field.name],
    description: place
      ? `${title.length} / ${titleChars} characters: ${title}`
      : `Up to ${titleChars} characters after @attributes are filled in.`,
    rightSection: refers && <ViewToggle name={field.label} viewing={viewing} onToggle={view} />,
  }
  const ofTemplate = refers && !viewing ? shownText(inherited) : title
  return (
    <div>
      {viewing && refers && own ? (
        <TextInput {...shared} readOnly value={title} />
      ) : (
        <TitleInput
          {...shared}
          names={names}
          noteOf={noteOf(scope === 'product' ? values : undefined, examples)}
          value={own}
          onChange={(title) => {
            typed()
            onChange({ [field.name]: title })
          }}
          placeholder={scope === 'product' ? ofTemplate : 'Product title'}
        />
      )}
      <FieldOrigin field={field} resolved={resolved} place={place} />
    </div>
  )
}
