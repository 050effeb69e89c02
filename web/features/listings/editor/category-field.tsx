import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import type { AskedTree } from '#contract/channels/describe.ts'
import { useRead } from '#web/api.ts'
import { useOfAccount } from '#web/form/account.tsx'
import { textIn } from '#web/form/channel-options.ts'
import { anyLookup } from '#web/lookups.ts'
import { Callout } from '#web/ui/callout.tsx'
import { markNames } from '#web/ui/channel-mark.tsx'
import { FormSkeleton } from '#web/ui/skeleton.tsx'
import { leavesOf, splitIds, treeOf } from '../categories/categories.ts'
import { CategoryPicker } from '../categories/category-picker.tsx'
import { type FieldProps, inputId, keptAs } from './fields.ts'

/** Heights that the field has once its tree is there. */
const heights = { template: 116, product: 95 }

export const CategoryField = (props: FieldProps) => props.field.tree && <InTree {...props} tree={props.field.tree} />

/** Whether the address leads to the categories. */
const useAsked = () => useLocation({ select: ({ hash }) => hash === 'category' })

function InTree(props: FieldProps & { tree: AskedTree }) {
  const { channel, scope, fields, below, onChange, about, errors, field, tree, place } = props
  const read = useRead(anyLookup(channel, tree.lookup), { query: useOfAccount() })
  const asked = useAsked()
  const loaded = read.data !== undefined
  const here = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (asked && loaded) here.current?.scrollIntoView({ block: 'center' })
  }, [asked, loaded])
  const name = markNames[channel]
  if (read.isError)
    return (
      <Callout tone="danger">
        {name}'s categories could not be loaded: {read.error.message}
      </Callout>
    )
  if (read.data === undefined)
    return <FormSkeleton fields={1} height={heights[scope]} label={`Loading ${name}'s categories`} />
  const one = scope === 'product'
  const root = treeOf(read.data, tree)
  const offered = splitIds(below[field.name])
  const own = splitIds(fields[keptAs(field, scope)])
  const inherited = one && !own.length ? offered.slice(0, 1) : []
  const { version } = tree
  return (
    <div ref={here}>
      <CategoryPicker
        id={inputId(field.name)}
        label={one ? field.label : (field.several?.label ?? field.label)}
        root={root}
        leaves={leavesOf(root)}
        value={own.length ? own : inherited}
        onChange={(ids) =>
          onChange({
            [keptAs(field, scope)]: ids.join(','),
            ...(!one && version && { [version.field]: textIn(read.data, version.at) }),
          })
        }
        limit={one ? 1 : undefined}
        required={one}
        about={about}
        channel={channel}
        suggest={tree.suggest}
        error={errors[field.name]}
        hint={hintOf({ channel, one, inherits: inherited.length > 0, none: !offered.length && !own.length, place })}
      />
    </div>
  )
}

interface Hint extends Pick<FieldProps, 'channel' | 'place'> {
  one: boolean
  inherits: boolean
  /** Whether neither the listing template nor the product has one. */
  none: boolean
}

function hintOf({ channel, place, one, inherits, none }: Hint): ReactNode {
  if (!one) return 'Each product of this template is listed in one of these; with one here, in that.'
  if (inherits) return 'Chosen by the listing template.'
  if (!none) return undefined
  return (
    <>
      Listing template has no configured categories. Select any category
      {place && (
        <>
          , or{' '}
          <a
            className="link"
            href={`/template/${place.templateId}/channels/${channel}`}
            target="_blank"
            rel="noreferrer"
          >
            add categories to the listing template
          </a>
        </>
      )}
    </>
  )
}
