import { Button } from '@mantine/core'
import { useState } from 'react'
import { entriesIn, type Entry, valuesIn, withAttribute } from '#domain/listings/content/attributes.ts'
import { stepsOf } from '#domain/listings/content/origins.ts'
import { useMay } from '#web/may.tsx'
import { Segments } from '#web/ui/choices/segments.tsx'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { Count } from '#web/ui/images/status-chip.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { InPieces } from '#web/ui/layout/later.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import type { PartProps } from '../fields.ts'
import { Section } from '../section.tsx'
import { AddAttributes } from './add-attributes.tsx'
import { AttributeField } from './attribute-field.tsx'
import classes from './attributes.module.css'
import type { ChannelAttribute } from './channel-attribute.ts'
import { groupOf } from './template-attributes.ts'

const groups = ['Required', 'Recommended', 'Optional'] as const

interface Props<A extends ChannelAttribute> extends PartProps {
  /** What the channel asks; undefined until it answered. */
  attributes: readonly A[] | undefined
  failed: string | undefined
  /** What the entry of an attribute holds beside its name and value. */
  restOf: (attribute: A) => Entry
}

/** What a channel wants to know in the chosen categories, each with its value and where that comes from (LST-136, LST-141, LST-157). */
export function Attributes<A extends ChannelAttribute>(props: Props<A>) {
  const { categoryIds, failed, field, template, channel } = props
  const attributes = props.attributes?.map((attribute) => ({ ...attribute, group: groupOf(attribute, template) }))
  const [group, setGroup] = useState<string>('All')
  const [adding, setAdding] = useState<string>()
  const mayAdd = useMay('templates:write') && template !== undefined
  const words = field.label.toLowerCase()
  const counted = (name: string) => (attributes ?? []).filter((attribute) => name === 'All' || attribute.group === name)
  const chips = ['All', ...groups].filter((name) => counted(name).length > 0)
  if (!categoryIds.length)
    return (
      <Section title={field.label}>
        <p className="subtle">Must set a category before viewing {words}</p>
      </Section>
    )
  return (
    <Section
      title={field.label}
      actions={
        attributes &&
        attributes.length > 0 &&
        (mayAdd ? (
          <div className="row wrap" role="group" aria-label={`Add ${words} to the template`}>
            {chips.map((name) => (
              <Button key={name} size="xs" variant="default" onClick={() => setAdding(name)}>
                {name} {counted(name).length}
              </Button>
            ))}
          </div>
        ) : (
          <Segments
            aria-label={`Shown ${words}`}
            value={group}
            onChange={setGroup}
            data={chips.map((name) => ({ value: name, label: `${name} ${counted(name).length}` }))}
          />
        ))
      }
    >
      {failed && !attributes && (
        <Callout tone="danger">
          {field.label} could not be loaded: {failed}
        </Callout>
      )}
      {!failed && !attributes && <FormSkeleton fields={5} label={`Loading ${words}`} />}
      <InPieces>
        {groups
          .filter((name) => group === 'All' || group === name)
          .map((name) => (
            <Group key={name} {...props} name={name} attributes={counted(name) as A[]} />
          ))}
      </InPieces>
      {adding && template && attributes && (
        <AddAttributes
          title={adding}
          channel={markNames[channel]}
          attributes={counted(adding)}
          template={template}
          onClose={() => setAdding(undefined)}
        />
      )}
    </Section>
  )
}

function Group<A extends ChannelAttribute>({
  name,
  attributes,
  ...props
}: Props<A> & { name: ChannelAttribute['group']; attributes: readonly A[] }) {
  if (!attributes.length) return null
  const { field, fields, channel } = props
  const rows = attributes.map((attribute) => ({ attribute, ...valueOf(attribute.name, props) }))
  const missing = rows.filter((row) => !row.steps.length).length
  return (
    <div>
      <h3 className={classes.group}>
        {name}
        {name === 'Required' && missing > 0 && props.scope === 'product' ? (
          <Count tone="danger">{missing} missing</Count>
        ) : (
          <Count>
            {attributes.length - missing} of {attributes.length}
          </Count>
        )}
      </h3>
      <div className={classes.attributes}>
        {rows.map(({ attribute, ...row }) => (
          <AttributeField
            key={attribute.name}
            {...row}
            channel={markNames[channel]}
            field={field.name}
            attribute={attribute}
            names={props.names}
            place={props.place}
            template={props.template}
            error={props.errors[`${field.name}.${attribute.name}`]}
            onChange={(values) => {
              const entry = { name: attribute.name, values, rest: props.restOf(attribute) }
              props.onChange({ [field.name]: withAttribute(listOf(props), entriesIn(fields, field.name), entry) })
            }}
          />
        ))}
      </div>
    </div>
  )
}

function listOf({ field }: PartProps) {
  if (!field.entries) throw new Error(`${field.name} is no list of attributes`)
  return field.entries
}

/** What an attribute holds here, what counts while that is blank, and who says so. */
function valueOf(name: string, props: PartProps) {
  const { fields, below: lower, resolved, field } = props
  const below = valuesIn(listOf(props), entriesIn(lower, field.name), name)
  const own = valuesIn(listOf(props), entriesIn(fields, field.name), name)
  const inherited = own.length ? [] : valuesIn(listOf(props), entriesIn(resolved.fields, field.name), name)
  const final = valuesIn(listOf(props), entriesIn(resolved.fields, field.name), name)
  return { own, below, inherited, final, steps: stepsOf(resolved.origins(), `${field.name}.${name}`) }
}
