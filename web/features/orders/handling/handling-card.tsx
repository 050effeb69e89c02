import { Button } from '@mantine/core'
import { orderTags } from '#contract/orders/handling.ts'
import { withoutTags, withTags } from '#domain/orders/rules/rules.ts'
import { useRead } from '#web/api.ts'
import { fieldError } from '#web/call.ts'
import { TagInput } from '#web/ui/choices/tag-input.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { Link } from '#web/ui/link.tsx'
import type { Order } from '../order.ts'
import { PersonSelect } from '../page/person-select.tsx'
import { useHandling } from './use-handling.ts'

/** Whose work the order is, and its tags: each is saved as it is chosen. */
export function HandlingCard({ order, mayWrite }: { order: Order; mayWrite: boolean }) {
  const { id, tags, assigneeId, held, state } = order
  const assign = useHandling('Assigned')
  const tag = useHandling('Tagged')
  const hold = useHandling('Put on hold')
  const known = useRead(orderTags)
  const unsaved = tag.isPending || tag.isError ? tag.variables?.body : undefined
  /** Also with what is being saved, or could not be. */
  const shown = withoutTags(withTags(tags, unsaved?.addTags ?? []), unsaved?.removeTags ?? [])
  const put = (now: string[]) => {
    const shownTags = tag.isError ? tags : shown
    const addTags = withTags(shownTags, now).slice(shownTags.length)
    const removeTags = withoutTags(shownTags, now)
    if (addTags.length + removeTags.length > 0) tag.mutate({ body: { orderIds: [id], addTags, removeTags } })
    else tag.reset()
  }
  const refused = fieldError(tag.error, 'addTags') ?? fieldError(tag.error, 'addTags.0')
  return (
    <Card title="Work">
      <div className="stack">
        <PersonSelect
          label="Assigned to"
          disabled={!mayWrite}
          // Disabled, it would lose the focus.
          readOnly={assign.isPending}
          value={assigneeId}
          onChange={(person) => assign.mutate({ body: { orderIds: [id], assigneeId: person } })}
          error={fieldError(assign.error, 'assigneeId')}
        />
        <TagInput
          label="Tags"
          disabled={!mayWrite}
          value={shown}
          options={known.data ?? []}
          onChange={put}
          error={refused ?? (tag.error && `Not saved. ${tag.error.message}`)}
        />
        {tag.error && !refused && (
          <span>
            <Button size="xs" variant="default" onClick={() => put(shown)}>
              Save the tags again
            </Button>
          </span>
        )}
        {tags.length > 0 && (
          <Link className="link small" to="/orders" search={{ tags }}>
            View orders with {tags.length === 1 ? 'this tag' : 'these tags'}
          </Link>
        )}
        {mayWrite && state === 'open' && !held && (
          <span>
            <Button
              variant="default"
              loading={hold.isPending}
              onClick={() => hold.mutate({ body: { orderIds: [id], hold: true } })}
            >
              Hold
            </Button>
          </span>
        )}
      </div>
    </Card>
  )
}
