import type { ComponentType } from 'react'
import { builtDescription } from '#contract/channels/all.ts'
import type { Field, FieldKind, Lack } from '#contract/channels/describe.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import { lackSentences } from '#domain/words/lacks.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { InPieces } from '#web/ui/layout/later.tsx'
import classes from './editor.module.css'
import { splitIds } from '../categories/categories.ts'
import { CategoryField } from './category-field.tsx'
import { ChoiceField, ChoicesField, DescriptionField, TagsField, TextField } from './field-kinds.tsx'
import { categoryFieldOf, chosenCategories } from './chosen.ts'
import type { EditorProps, FieldProps } from './fields.ts'
import { partOf } from './parts.tsx'
import { Section } from './section.tsx'
import { TitleField } from './title-field.tsx'

/** Those that stand beside each other, and those that take a row to themselves. */
const small: Partial<Record<FieldKind, ComponentType<FieldProps>>> = {
  text: TextField,
  choice: ChoiceField,
  tags: TagsField,
}
const rows: Partial<Record<FieldKind, ComponentType<FieldProps>>> = {
  title: TitleField,
  html: DescriptionField,
  choices: ChoicesField,
  category: CategoryField,
}

const sectionOf = ({ section, several }: Field, scope: EditorProps['scope']) =>
  scope === 'template' && several ? several.section : section

/** How a template lists on a channel, or what one product says of its own: drawn from the channel's description. */
export function ChannelFields(props: EditorProps) {
  const { channel, scope, fields, below } = props
  const description = builtDescription(channel)
  const described: readonly Field[] = description?.fields ?? []
  const lacks: readonly Lack[] = description?.lacks ?? []
  const drawn = described.filter(
    ({ on, kind, name }) => on.includes(scope) && kind !== 'hidden' && !lacks.some((lack) => lack === name),
  )
  const sections = Map.groupBy(drawn, (field) => sectionOf(field, scope))
  const category = categoryFieldOf(described)
  const categoryIds =
    scope === 'product'
      ? chosenCategories(described, fields, below).slice(0, 1)
      : splitIds(category && fields[category.name])
  const drawnSections = [...sections].map(([title, all]) => {
    const [first] = all
    const Part = first && partOf(channel, first.kind)
    if (first && Part) return <Part key={title} {...props} field={first} categoryIds={categoryIds} />
    return (
      <Section key={title} title={title}>
        {all.map((field) => {
          const Row = rows[field.kind]
          return Row && <Row key={field.name} {...props} field={field} />
        })}
        <Beside {...props} all={all} />
      </Section>
    )
  })
  return (
    <>
      <Lacking
        lacks={lacks}
        channel={channel}
        variations={scope === 'template' || props.resolved.variants.length > 1}
      />
      <InPieces>{drawnSections}</InPieces>
    </>
  )
}

/** Why something that other channels have is not among the fields. */
function Lacking({ lacks, channel, variations }: { lacks: readonly Lack[]; channel: ChannelId; variations: boolean }) {
  const sentences = lackSentences(lacks, markNames[channel], { variations })
  return (
    sentences.length > 0 && (
      <div className={classes.lacking}>
        <Callout>{sentences.join(' ')}</Callout>
      </div>
    )
  )
}

function Beside({ all, ...props }: EditorProps & { all: readonly Field[] }) {
  const beside = all.filter(({ kind }) => small[kind])
  if (!beside.length) return null
  return (
    <div className={classes.half}>
      {beside.map((field) => {
        const Small = small[field.kind]
        return (
          <div key={field.name} className={field.wide ? classes.whole : undefined}>
            {Small && <Small {...props} field={field} />}
          </div>
        )
      })}
    </div>
  )
}
