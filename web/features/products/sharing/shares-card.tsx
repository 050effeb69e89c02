import { Button } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { channelNames } from '#contract/channels/names.ts'
import { getProductSharing, listSharing } from '#contract/sync/sharing.ts'
import { useRead } from '#web/api.ts'
import { sharingName } from '#web/form/words/sharing.ts'
import { useMay } from '#web/may.tsx'
import { number } from '#web/ui/format.ts'
import { ChannelMark } from '#web/ui/images/channel-mark.tsx'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { onDemand } from '#web/ui/layout/on-demand.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { Bar, FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { Link } from '#web/ui/link.tsx'
import { ToneList } from '#web/ui/tables/tone-list.tsx'
import { useOpened } from '../page/editor.ts'
import classes from './shares.module.css'
import { chosenBy, isSettled, type Part, type ProductSharing, promiseOf, stateOf, whyShown } from './shares.ts'

const StockSharing = onDemand(async () => (await import('#web/form/sharing/stock-sharing.tsx')).StockSharing)

/** Parts that are shown before somebody asks for all. */
const AT_FIRST = 8

/** Each channel's share of the product's pieces beside what it shows, why, and the exception for this product. */
export function SharesCard() {
  const { product } = useOpened()
  const sharing = useRead(getProductSharing, { params: { id: product.id } })
  const [changing, setChanging] = useState<boolean>()
  const mayChange = useMay('products:write')
  const { data } = sharing
  return (
    <div id="shares">
      <Card
        title="Stock sharing"
        actions={
          data &&
          mayChange && (
            <Button variant="subtle" size="xs" aria-expanded={changing ?? false} onClick={() => setChanging(!changing)}>
              {changing ? 'Close' : 'Change'}
            </Button>
          )
        }
        padded={false}
      >
        <div className={classes.how}>
          {data ? (
            <>
              <div>
                <b>{sharingName(data.sharing)}</b>, {chosenBy[data.from]}.
              </div>
              <Link className="small" to="/stock-sharing">
                Stock sharing settings
              </Link>
            </>
          ) : (
            !sharing.isError && <Bar width={180} />
          )}
        </div>
        {!data && sharing.isError && <ErrorState error={sharing.error} retry={() => void sharing.refetch()} />}
        {/* What was begun stays when it is closed. */}
        {changing !== undefined && data && (
          <div hidden={!changing}>
            <Exception sharing={data} onSaved={() => setChanging(false)} />
          </div>
        )}
        {data && <Parts sharing={data} />}
      </Card>
    </div>
  )
}

function Parts({ sharing }: { sharing: ProductSharing }) {
  const [all, setAll] = useState(false)
  const { parts, available } = sharing
  const promise = promiseOf(sharing)
  return (
    <ToneList>
      {parts.length === 0 && <li className="muted">Not live on any channel yet. List it to share its stock.</li>}
      {parts.slice(0, all ? undefined : AT_FIRST).map((part) => (
        <Line
          key={`${part.integrationId} ${part.sku}`}
          part={part}
          sharing={sharing}
          several={available.length > 1}
          isFirst={parts.find(({ channel }) => channel === part.channel) === part}
        />
      ))}
      {!all && parts.length > AT_FIRST && (
        <li>
          <Button variant="subtle" size="xs" onClick={() => setAll(true)}>
            Show all {number(parts.length)}
          </Button>
        </li>
      )}
      {promise && <li className="muted">{promise}</li>}
    </ToneList>
  )
}

interface LineProps {
  part: Part
  sharing: ProductSharing
  several: boolean
  /** Of its channel: the address names it. */
  isFirst: boolean
}

function Line({ part, sharing, several, isFirst }: LineProps) {
  const anchor = `why-${part.channel}`
  const isTarget = useLocation({ select: ({ hash }) => hash === anchor }) && isFirst
  const why = useRef<HTMLDetailsElement>(null)
  // The page scrolled before the numbers were here.
  useEffect(() => {
    if (isTarget) why.current?.scrollIntoView({ block: 'center' })
  }, [isTarget])
  const name = channelNames[part.channel]
  return (
    <li className={classes.line}>
      <ChannelMark channel={part.channel} named />
      <div className="grow">
        <div className={classes.numbers}>
          <b>
            {name}
            {several && <span className="mono subtle"> {part.sku}</span>}
          </b>
          <span className="tabular">
            share <b>{number(part.share)}</b>
          </span>
          <span className="tabular">
            shows <b>{number(part.shown)}</b>
          </span>
        </div>
        {!isSettled(part) && <small>{stateOf(part)}</small>}
        <details ref={why} {...(isFirst && { id: anchor })} open={isTarget || undefined}>
          <summary>
            Why does {name} show {number(part.shown)}?
          </summary>
          <p>{whyShown(sharing, part).join(' ')}</p>
        </details>
      </div>
    </li>
  )
}

/** What counts without an exception stands in the list of rules, the organization's and templates' first. */
function Exception({ sharing, onSaved }: { sharing: ProductSharing; onSaved: () => void }) {
  const { product } = useOpened()
  const rules = useRead(listSharing)
  if (!rules.data)
    return rules.isError ? (
      <ErrorState error={rules.error} retry={() => void rules.refetch()} />
    ) : (
      <FormSkeleton fields={3} label="Loading stock sharing" />
    )
  const template = rules.data.data.find(({ templateId }) => templateId === product.templateId)
  const whole = rules.data.data.find(({ templateId, productId }) => templateId === null && productId === null)
  return (
    <div className={classes.change}>
      <StockSharing
        of={{ productId: product.id }}
        sharing={sharing.from === 'product' ? sharing.sharing : null}
        above={
          template
            ? { sharing: template.sharing, whose: 'its template' }
            : { sharing: whole?.sharing ?? { mode: 'shared' }, whose: 'the organization' }
        }
        onSaved={onSaved}
      />
    </div>
  )
}
