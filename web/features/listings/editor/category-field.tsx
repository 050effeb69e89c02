import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { builtDescription } from '#contract/channels/all.ts'
import type { AskedTree, Field } from '#contract/channels/describe.ts'
import { useRead } from '#web/api.ts'
import { useOfAccount } from '#web/form/channels/account.tsx'
import { textIn } from '#web/form/within.ts'
import { anyLookup } from '#web/lookups.ts'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { Link } from '#web/ui/link.tsx'
import { type CategoryNode, leavesOf, splitIds, treeOf } from '../categories/categories.ts'
import { CategoryPicker } from '../categories/category-picker.tsx'
import { type FieldProps, inputId, keptAs } from './fields.ts'

/** Heights that the field has once its tree is there. */
const heights = { template: 116, product: 95 }

export const CategoryField = (props: FieldProps) => props.field.tree && <InTree {...props} tree={props.field.tree} />

const nounsOf = ({ kind, label }: Field): readonly [string, string] => {
  const several = label.toLowerCase()
  return kind === 'category' ? ['category', 'categories'] : [several.replace(/s$/, ''), several]
}

const noTree: CategoryNode = { id: '', name: '', children: [] }

/** Whether the address leads to the categories. */
const useAsked = () => useLocation({ select: ({ hash }) => hash === 'category' })

function InTree(props: FieldProps & { tree: AskedTree }) {
  const { channel, scope, fields, below, onChange, about, errors, field, tree } = props
  const read = useRead(anyLookup(channel, tree.lookup), { query: useOfAccount() })
  const hasLookup = useAsked()
  const loaded = read.data !== undefined
  const here = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (hasLookup && loaded) here.current?.scrollIntoView({ block: 'center' })
  }, [hasLookup, loaded])
  const what = `${markNames[channel]}'s ${nounsOf(field)[1]}`
  if (!loaded && !read.isError) return <FormSkeleton fields={1} height={heights[scope]} label={`Loading ${what}`} />
  const isSingle = scope === 'product' && field.kind === 'category'
  // Without an answer there is nothing to choose from; what was chosen before can be taken away all the same (LST-112).
  const root = loaded ? treeOf(read.data, tree) : noTree
  const failed = loaded ? undefined : `${what} could not be loaded: ${read.error?.message}`
  const offered = splitIds(below[field.name])
  const own = splitIds(fields[keptAs(field, scope)])
  const inherited = own.length ? [] : offered.slice(0, isSingle ? 1 : undefined)
  const { version } = tree
  const leaves = leavesOf(root)
  const shown = own.length ? own : inherited
  const known = new Set(leaves.map(({ id }) => id))
  const isMissing = loaded && shown.some((id) => !known.has(id))
  return (
    <div ref={here}>
      <CategoryPicker
        id={inputId(field.name)}
        label={isSingle ? field.label : (field.several?.label ?? field.label)}
        root={root}
        leaves={leaves}
        value={shown}
        onChange={(ids) =>
          onChange({
            [keptAs(field, scope)]: ids.join(','),
            ...(scope === 'template' && version && loaded && { [version.field]: textIn(read.data, version.at) }),
          })
        }
        limit={isSingle ? 1 : undefined}
        required={isSingle && (builtDescription(channel)?.needsCategory ?? false)}
        about={about}
        channel={channel}
        suggest={tree.suggest}
        nouns={nounsOf(field)}
        error={errors[field.name] ?? failed ?? (isMissing ? goneWords(props) : undefined)}
        hint={hintOf({
          ...props,
          isSingle,
          inherits: inherited.length > 0,
          none: !offered.length && !own.length,
        })}
      />
    </div>
  )
}

/** A channel changes its tree overnight; what was chosen from the one before is refused from then on. */
const goneWords = ({ channel, field }: FieldProps) =>
  `${markNames[channel]} no longer has this ${nounsOf(field)[0]}. Choose another.`

interface Hint extends Pick<FieldProps, 'channel' | 'scope' | 'field' | 'place'> {
  isSingle: boolean
  inherits: boolean
  /** Whether neither the listing template nor the product has one. */
  none: boolean
}

const ofEach = 'Each product is listed in one of these categories. With only one here, all products use it.'

function hintOf({ channel, scope, field, place, isSingle, inherits, none }: Hint): ReactNode {
  if (scope === 'template')
    return field.kind === 'category' ? ofEach : 'All products of this template are listed in these.'
  if (inherits) return 'Set by the listing template.'
  if (!isSingle || !none) return undefined
  return (
    <>
      Listing template has no configured categories. Select any category
      {place && (
        <>
          , or{' '}
          <Link
            className="link"
            to="/template/$templateId/channels/{-$channel}"
            params={{ templateId: String(place.templateId), channel }}
            target="_blank"
            rel="noreferrer"
          >
            add categories to the listing template
          </Link>
        </>
      )}
    </>
  )
}
