import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { EbayAspect } from '#contract/channels/ebay-shapes.ts'
import { valuesIn, withAspect } from '#domain/listings/aspects.ts'
import { nameKey } from '#domain/products/values.ts'
import { useRead } from '#web/api.ts'
import { lookupOf } from '#web/lookups.ts'
import { Callout } from '#web/ui/callout.tsx'
import { FormSkeleton } from '#web/ui/skeleton.tsx'
import { Count } from '#web/ui/status-chip.tsx'
import { type Aspect, aspectList } from '../editor/aspect-list.ts'
import { AspectField } from '../editor/aspect-field.tsx'
import type { EditorProps, Fields } from '../editor/fields.ts'
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
export function EbayAspects(props: EditorProps & { categoryIds: readonly string[] }) {
  const { categoryIds } = props
  const aspects = useRead(
    lookupOf('ebay', 'aspectsMany'),
    { query: { categoryIds: categoryIds.join(',') } },
    { enabled: categoryIds.length > 0, keepPrevious: true },
  )
  const [group, setGroup] = useState<string>('All')
  const all = aspects.data ? distinct(aspects.data) : []
  const counted = (name: Group) => all.filter((aspect) => groupOf(aspect) === name)
  if (!categoryIds.length)
    return (
      <Section title="Item Specifics">
        <p className="subtle">Must set a category before viewing item specifics</p>
      </Section>
    )
  return (
    <Section
      title="Item Specifics"
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

function AspectGroup({ name, aspects, ...props }: EditorProps & { name: Group; aspects: readonly Aspect[] }) {
  if (!aspects.length) return null
  const rows = aspects.map((aspect) => ({ aspect, ...valueOf(aspect, props) }))
  const missing = rows.filter((row) => row.source === 'Not set').length
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
            values={props.values}
            error={props.errors[`aspects.${row.aspect.localizedAspectName}`]}
            onChange={(values) => props.onChange({ aspects: changed(row.aspect, values, props.fields) })}
          />
        ))}
      </div>
    </div>
  )
}

const changed = ({ localizedAspectName: name, aspectConstraint }: Aspect, values: readonly string[], fields: Fields) =>
  withAspect(aspectList(fields), {
    name,
    values,
    dataType: aspectConstraint.aspectDataType ?? 'STRING',
    required: aspectConstraint.aspectRequired ?? false,
  })

/** What an aspect holds and who says so: this product, the template, or the product's attribute of the same name. */
function valueOf(
  { localizedAspectName: name }: Pick<EbayAspect, 'localizedAspectName'>,
  { scope, fields, below, names, values }: EditorProps,
) {
  const own = valuesIn(aspectList(fields), name)
  const template = valuesIn(aspectList(below), name)
  const attribute = names.find((known) => nameKey(known) === nameKey(name))
  const value = values.get(nameKey(name))?.trim() ?? ''
  const brand = nameKey(name) === 'brand' ? String((scope === 'template' ? fields.brand : below.brand) ?? '') : ''
  if (own.length) return { own, inherited: [], source: scope === 'product' ? 'This product' : 'Template' }
  if (template.length) return { own, inherited: template, source: 'Template' }
  if (scope === 'template' ? attribute : value)
    return {
      own,
      inherited: scope === 'template' ? [`{{${attribute}}}`] : [value],
      source: `Attribute ${attribute ?? name}`,
    }
  if (brand) return { own, inherited: [brand], source: 'Template' }
  return { own, inherited: [], source: 'Not set' }
}
