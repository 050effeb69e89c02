import { useRef } from 'react'
import { Textarea } from '#web/ui/inputs/textarea.tsx'
import { AttributeMenu } from '../mentions/attribute-menu.tsx'
import classes from '../form.module.css'
import { allReferences, referenceTo } from '../mentions/mention.ts'
import { MentionList } from '../mentions/mention-list.tsx'
import { useMentions } from '../mentions/use-mentions.ts'

interface Props {
  id: string
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  names: readonly string[]
  noteOf: (name: string) => string
  required: boolean
  invalid: boolean
  describedBy: string | undefined
}

/** Longer ones are not measured with each key, in characters. */
const MOST_MEASURED = 50_000

/** A description as HTML, in which `@` mentions an attribute. */
export function HtmlField({ id, value, onChange, onBlur, names, noteOf, required, invalid, describedBy }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const mentions = useMentions({ field, value, onChange, names })
  return (
    <div className={classes.mentionField}>
      <div className={classes.htmlTools}>
        <AttributeMenu
          names={names}
          onChoose={(name) => mentions.insert(referenceTo(name))}
          onAll={() => mentions.insert(allReferences(names))}
        />
      </div>
      <Textarea
        id={id}
        ref={field}
        variant="unstyled"
        {...(value.length <= MOST_MEASURED ? { minRows: 6, maxRows: 24 } : { rows: 24 })}
        maxLength={500_000}
        classNames={{ input: classes.html }}
        required={required}
        spellCheck={false}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        {...mentions.props}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={() => {
          mentions.props.onBlur()
          onBlur()
        }}
      />
      {mentions.open && <MentionList {...mentions.list} noteOf={noteOf} />}
    </div>
  )
}
