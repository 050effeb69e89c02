import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ChannelId } from '#contract/channels/ids.ts'
import { listPublishProducts } from '#contract/publishing.ts'
import { call } from '#web/call.ts'
import { sentenceOf } from '#web/form/change-sets/watch.ts'
import { useMay } from '#web/may.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { number, plural } from '#web/ui/format.ts'
import { ChannelMark, markNames } from '#web/ui/images/channel-mark.tsx'
import { onDemand } from '#web/ui/layout/on-demand.tsx'
import { LinkButton } from '#web/ui/link.tsx'
import classes from './publishing.module.css'
import { remediesOf, type Run } from './words.ts'

const BulkEditDialog = onDemand(async () => (await import('../bulk/bulk-edit-dialog.tsx')).BulkEditDialog)

type Group = Run['groups'][number]

/** Problems to fix, by reason, each with what mends all of its products at once. */
export function Groups({ run }: { run: Run }) {
  const [editing, setEditing] = useState<{ ids: number[]; field: Group['edits'] }>()
  const mayEdit = useMay('products:write')
  const edit = async ({ accounts, templateId, field, reason, edits }: Group) => {
    const [only, ...others] = accounts
    try {
      const query = { integrationId: others.length > 0 ? undefined : only?.integrationId, templateId, field, reason }
      const { ids, capped } = await call(listPublishProducts, { params: { id: run.id }, query })
      if (capped)
        toast.info(`Bulk Edit handles ${plural(ids.length, 'product')} at a time.`, {
          detail: 'Then check again to edit the rest.',
        })
      setEditing({ ids, field: edits })
    } catch (error) {
      toast.error(sentenceOf(error, 'Couldn’t load these products.'))
    }
  }
  const several = (channel: ChannelId) => run.accounts.filter((account) => account.channel === channel).length > 1
  return (
    <section className={classes.section} aria-label="Problems to fix">
      <h2>Problems to fix</h2>
      <ul className={classes.groups}>
        {run.groups.map((group) => {
          const { name, accounts } = group
          const where = accounts.map(({ integrationId, channel, products }) => {
            const account = run.accounts.find((candidate) => candidate.integrationId === integrationId)?.account ?? ''
            const label = several(channel) ? `${markNames[channel]} (${account})` : markNames[channel]
            return accounts.length > 1 ? `${label}: ${number(products)}` : label
          })
          const ids = accounts.map(({ integrationId }) => integrationId).join(',')
          return (
            <li
              key={[ids, group.templateId, group.state, group.field, group.reason].join(' ')}
              className={classes.group}
            >
              <div className={classes.words}>
                <p className={classes.line}>
                  <span className={classes.marks}>
                    {accounts.map(({ integrationId, channel }) => (
                      <ChannelMark key={integrationId} channel={channel} named />
                    ))}
                  </span>
                  <b>
                    {plural(group.products, 'product')} of {group.template}
                    {name && `: ${name}`}
                  </b>
                </p>
                <Sentences group={group} />
                <p className="small subtle">
                  {group.state === 'refused' ? 'Rejected by' : 'Blocks publishing on'} {where.join(', ')}
                </p>
                <p className="small subtle">
                  {group.examples.join(', ')}
                  {group.products > group.examples.length &&
                    ` and ${number(group.products - group.examples.length)} more`}
                </p>
              </div>
              <div className={classes.remedies}>
                {remediesOf(group).map(({ label, link }) =>
                  link ? (
                    <LinkButton key={label} {...link} target="_blank" variant="default" size="xs">
                      {label}
                    </LinkButton>
                  ) : (
                    mayEdit && (
                      <Button key={label} variant="default" size="xs" onClick={() => void edit(group)}>
                        {label}
                      </Button>
                    )
                  ),
                )}
              </div>
            </li>
          )
        })}
      </ul>
      {run.moreGroups && <p className="muted">Showing the most common problems.</p>}
      {editing && (
        <BulkEditDialog
          selection={{ ids: editing.ids }}
          count={editing.ids.length}
          field={editing.field}
          onClose={() => setEditing(undefined)}
        />
      )}
    </section>
  )
}

/** The problem as each channel says it: a sentence names its own channel alone. */
const Sentences = ({ group: { sentence, accounts } }: { group: Group }) => {
  const sentences = [...new Set(accounts.map((account) => account.sentence))]
  return (sentences.length > 0 ? sentences : [sentence]).map((text) => <p key={text}>{text}</p>)
}
