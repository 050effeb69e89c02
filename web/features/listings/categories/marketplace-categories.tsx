import { builtDescription } from '#contract/channels/all.ts'
import type { AskedTree } from '#contract/channels/describe.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import { listAccounts } from '#contract/integrations/integrations.ts'
import { useRead } from '#web/api.ts'
import { anyLookup } from '#web/lookups.ts'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { ChannelNotice } from '../notices.tsx'
import { leavesOf, treeOf } from './categories.ts'
import { CategoryPicker } from './category-picker.tsx'

interface Props {
  channel: ChannelId
  value: readonly string[]
  /** @param names of the leaves, in the order of their ids */
  onChange: (ids: string[], names: string[]) => void
}

/** The categories of a marketplace, before there is a template that lists in them. */
export function MarketplaceCategories(props: Props) {
  const { channel } = props
  const accounts = useRead(listAccounts)
  const tree = builtDescription(channel)?.fields.find(({ kind }) => kind === 'category')?.tree
  if (accounts.isError && !accounts.data)
    return <ErrorState error={accounts.error} retry={() => void accounts.refetch()} />
  if (!accounts.data || !tree) return <FormSkeleton fields={1} label="Loading categories" />
  const account = accounts.data.find((candidate) => candidate.channel === channel)
  return account?.authenticated ? (
    <Categories {...props} tree={tree} />
  ) : (
    <ChannelNotice channel={channel} panel={{ integrationId: account?.id ?? null, authenticated: false }} />
  )
}

function Categories({ channel, value, onChange, tree }: Props & { tree: AskedTree }) {
  const read = useRead(anyLookup(channel, tree.lookup), {})
  if (read.isError)
    return (
      <ErrorState
        title={`${markNames[channel]}'s categories could not be loaded`}
        error={read.error}
        retry={() => void read.refetch()}
      />
    )
  if (read.data === undefined)
    return <FormSkeleton fields={1} height={116} label={`Loading ${markNames[channel]}'s categories`} />
  const root = treeOf(read.data, tree)
  const leaves = leavesOf(root)
  return (
    <CategoryPicker
      id="categories"
      label={`${markNames[channel]} categories`}
      hint="Choose up to 10. The template gets the attributes they require."
      required
      root={root}
      leaves={leaves}
      value={value}
      onChange={(ids) =>
        onChange(
          ids,
          ids.flatMap((id) => leaves.find((leaf) => leaf.id === id)?.name ?? []),
        )
      }
      about=""
      channel={channel}
      suggest={tree.suggest}
    />
  )
}
