import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { entriesIn, valuesIn, withAttribute } from '#domain/listings/attributes.ts'
import { stepsOf } from '#domain/listings/origins.ts'
import { nameKey } from '#domain/products/values.ts'
import { useRead } from '#web/api.ts'
import { useOfAccount } from '#web/form/account.tsx'
import { lookupOf } from '#web/lookups.ts'
import { Callout } from '#web/ui/callout.tsx'
import { FormSkeleton } from '#web/ui/skeleton.tsx'
import { Count } from '#web/ui/status-chip.tsx'
import type { PartProps } from '../editor/fields.ts'
import { type Aspect, AspectField } from './aspect-field.tsx'
import classes from '../listings.module.css'
import { Section } from '../editor/section.tsx'

const groups = ['Required', 'Recommended', 'Optional'] as const
type Group = (typeof groups)[number]

const groupOf = ({ aspectConstraint: rule }: Aspect): Group =>
  rule.aspectRequired ? 'Required' : rule.aspectUsage === 'RECOMMENDED' ? 'Recommended' : 'Optional'

/** Each aspect once, though several categories have it. */
const distinct = (byCategory: Record<string, Aspect[]>): Aspect[] => [
  ...new Map(
    Object.values(byCategory)
      .flat()
      .map((a) => [nameKey(a.localizedAspectName), a]),
  ).values(),
]

/** What eBay wants to know in the chosen categories, each with its value and where that comes from (LST-136, LST-141, LST-157). */
export function EbayAspects(props: PartProps) {
  const { categoryIds } = props
  const account = useOfAccount()
  const aspects = useRead(
    lookupOf('ebay', 'aspectsMany'),
    { query: { categoryIds: categoryIds.join(','), ...account } },
    { enabled: categoryIds.length > 0, keepPrevious: true },
  )
  const [group, setGroup] = useState<string>('All')
  const all = aspects.data ? distinct(aspects.data) : []
  const counted = (name: Group) => all.filter((aspect) => groupOf(aspect) === name)
  if (!categoryIds.length)
    return (
      <Section title={props.field.label}>
        <p className="subtle">Must set a category before viewing item specifics</p>
      </Section>
    )
  return (
    <Section
      title={props.field.label}
      actions={
        all.length > 0 && (
          <SegmentedControl
            size="xs"
            aria-label="Shown item specifics"
            value={group}
            onChange={setGroup}
            data={[
              { value: 'All', label: `All ${all.length}` },
              ...groups.map((name) => ({ value: name, label: `${name} ${counted(name).length}` })),
            ]}
          />
        )
      }
    >
      {aspects.isError && !aspects.data && (
        <Callout tone="danger">Item specifics could not be loaded: {aspects.error.message}</Callout>
      )}
      {aspects.isPending && <FormSkeleton fields={5} label="Loading item specifics" />}
      {groups
        .filter((name) => group === 'All' || group === name)
        .map((name) => (
          <AspectGroup key={name} name={name} aspects={counted(name)} {...props} />
        ))}
    </Section>
  )
}

function AspectGroup({ name, aspects, ...props }: PartProps & { name: Group; aspects: readonly Aspect[] }) {
  if (!aspects.length) return null
  const rows = aspects.map((aspect) => ({ aspect, ...valueOf(aspect, props) }))
  const missing = rows.filter((row) => !row.steps.length).length
  return (
    <div>
      <h3 className={classes.group}>
        {name}
        {name === 'Required' && missing > 0 && props.scope === 'product' ? (
          <Count tone="danger">{missing} missing</Count>
        ) : (
          <Count>
            {aspects.length - missing} of {aspects.length}
          </Count>
        )}
      </h3>
      <div className={classes.aspects}>
        {rows.map((row) => (
          <AspectField
            key={row.aspect.localizedAspectName}
            {...row}
            names={props.names}
            place={props.place}
            values={props.values}
            error={props.errors[`${props.field.name}.${row.aspect.localizedAspectName}`]}
            onChange={(values) => props.onChange({ [props.field.name]: changed(row.aspect, values, props) })}
          />
        ))}
      </div>
    </div>
  )
}

const listOf = ({ field }: PartProps) => {
  if (!field.entries) throw new Error(`${field.name} is no list of attributes`)
  return field.entries
}

const changed = (
  { localizedAspectName: name, aspectConstraint }: Aspect,
  values: readonly string[],
  props: PartProps,
) =>
  withAttribute(listOf(props), entriesIn(props.fields, props.field.name), {
    name,
    values,
    rest: {
      dataType: aspectConstraint.aspectDataType ?? 'STRING',
      required: aspectConstraint.aspectRequired ?? false,
    },
  })

/** What an aspect holds here, what counts while that is blank, and who says so. */
function valueOf({ localizedAspectName: name }: Aspect, props: PartProps) {
  const { fields, resolved, field } = props
  const own = valuesIn(listOf(props), entriesIn(fields, field.name), name)
  const inherited = own.length ? [] : valuesIn(listOf(props), entriesIn(resolved.fields, field.name), name)
  return { own, inherited, steps: stepsOf(resolved.origins, `${field.name}.${name}`) }
}
