import { Button } from '@mantine/core'
import type { CallReply } from '#contract/endpoint.ts'
import { handleOrders } from '#contract/orders/handling.ts'
import { undoItemReport } from '#contract/orders/item-reports.ts'
import { assignLine, leaveLine, type listUnsettled, takeFromSku, waitForStock } from '#contract/orders/settling.ts'
import { promisePieces } from '#contract/orders/work.ts'
import { reportWords } from '#domain/orders/packing/reports.ts'
import { settleStates } from '#domain/words/settling.ts'
import { orderStates } from '#domain/words/states.ts'
import { toOrder } from '#web/addresses.ts'
import { useWrite } from '#web/api.ts'
import { fieldError } from '#web/call.ts'
import { AddProduct } from '#web/form/products/add-product.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { date, dateTime, number, plural } from '#web/ui/format.ts'
import { ChannelMark, markNames } from '#web/ui/images/channel-mark.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { StatusChip } from '#web/ui/images/status-chip.tsx'
import { Link, LinkButton, useNavigate } from '#web/ui/link.tsx'
import { packLink } from '../slips/paper-link.ts'
import classes from './settling.module.css'

type UnsettledLine = CallReply<typeof listUnsettled>['data'][number]
interface Props {
  line: UnsettledLine
  account: string
  maySettle: boolean
  /** The product is being chosen. */
  isOpen: boolean
  onOpen: (open: boolean) => void
}

/** One line with what can be done about it. */
export const Line = ({ line, account, maySettle, isOpen, onOpen }: Props) => (
  <li className={classes.line} aria-label={`${line.sku || line.title}, order ${line.number}`}>
    <div className={classes.what}>
      <ChannelMark channel={line.channel} />
      <div className="grow">
        <b>{line.title || line.sku}</b>
        <div className="small muted">
          <span className="mono">{line.sku || 'No SKU'}</span>, {plural(line.quantity, 'unit')} ·{' '}
          <Link className="link" {...toOrder(line.orderId)}>
            {line.number}
          </Link>
          {[account, line.buyer, date(line.orderDate)].filter(Boolean).map((words) => ` · ${words}`)}
        </div>
        <p className={classes.why}>{whyOf(line)}</p>
        <Reports line={line} maySettle={maySettle} />
      </div>
      <Chip line={line} />
    </div>
    {maySettle &&
      (line.kind === 'unknown' ? (
        <Unknown line={line} isOpen={isOpen} onOpen={onOpen} />
      ) : (
        <Short line={line} isOpen={isOpen} onOpen={onOpen} />
      ))}
  </li>
)

const Chip = ({ line: { kind, shortfall, waits } }: { line: UnsettledLine }) =>
  kind === 'unknown' ? (
    <StatusChip of={settleStates.unknown} />
  ) : (
    <StatusChip of={waits ? settleStates.waiting : orderStates.oversold}>
      {waits ? `Backorder: ${number(shortfall)}` : `${number(shortfall)} oversold`}
    </StatusChip>
  )

function whyOf({ kind, leftAlone, shortfall, available, others, waits, meant }: UnsettledLine): string {
  if (kind === 'short') {
    const there = available > 0 ? ` ${number(available)} available now.` : ''
    return waits
      ? `New stock goes to the oldest orders first.${there}`
      : `Short by ${plural(shortfall, 'unit')}.${there}`
  }
  if (leftAlone) return 'Ignored. It doesn’t use your stock.'
  const same =
    others > 0 ? ` ${plural(others, 'more item')} in open orders ${others === 1 ? 'has' : 'have'} this SKU.` : ''
  return meant ? `This SKU is now linked to ${meant.sku}.${same}` : `No product has this SKU.${same}`
}

/** What packers reported of the line, with the way to take it back. */
function Reports({ line: { reports }, maySettle }: Pick<Props, 'line' | 'maySettle'>) {
  const undo = useWrite(undoItemReport, { onSuccess: () => toast.success('Report undone') })
  return reports.map((report) => (
    <p key={report.id} className={classes.why}>
      {reportWords(report)} at packing, reported by {report.by || 'a colleague'}, {dateTime(report.at)}.{' '}
      {maySettle && report.canUndo && (
        <Button
          size="compact-xs"
          variant="subtle"
          loading={undo.isPending}
          onClick={() => undo.mutate({ body: { reportId: report.id } })}
        >
          Undo report
        </Button>
      )}
    </p>
  ))
}

type Choice = Pick<Props, 'line' | 'isOpen' | 'onOpen'>

function Unknown({ line, isOpen, onOpen }: Choice) {
  const assign = useWrite(assignLine, {
    onSuccess: ({ lines, short }) => {
      toast.success(lines === 1 ? 'Product linked' : `Product linked to ${number(lines)} items`, {
        detail: [
          line.sku && 'Future orders will use it automatically.',
          short > 0 && `${plural(short, 'item')} oversold.`,
        ]
          .filter(Boolean)
          .join(' '),
      })
      onOpen(false)
    },
  })
  const leave = useWrite(leaveLine)
  const send = (sku: string) => assign.mutate({ body: { itemId: line.id, sku } })
  const { meant } = line
  return (
    <>
      <div className={classes.acts}>
        {meant && (
          <Button size="xs" loading={assign.isPending} onClick={() => send(meant.sku)}>
            Link to {meant.sku}
          </Button>
        )}
        <Button size="xs" variant="default" aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
          {meant ? 'Choose another product' : 'Choose a product'}
        </Button>
        <Button
          size="xs"
          variant="default"
          loading={leave.isPending}
          onClick={() => leave.mutate({ body: { itemId: line.id, leave: !line.leftAlone } })}
        >
          {line.leftAlone ? 'Reopen' : 'Doesn’t use stock'}
        </Button>
        <There line={line} />
      </div>
      {isOpen && (
        <Choose label="Link to" error={fieldError(assign.error, 'sku')} onChoose={send}>
          {line.sku
            ? `From now on, ${line.sku} on ${markNames[line.channel]} means this product.`
            : 'This item has no SKU, so your choice applies to this order only.'}
        </Choose>
      )}
    </>
  )
}

function Short({ line, isOpen, onOpen }: Choice) {
  const promise = useWrite(promisePieces, { onSuccess: () => toast.success('Stock reserved') })
  const take = useWrite(takeFromSku, {
    onSuccess: () => {
      toast.success('Stock reserved')
      onOpen(false)
    },
  })
  const wait = useWrite(waitForStock)
  return (
    <>
      <div className={classes.acts}>
        {line.available > 0 && (
          <Button
            size="xs"
            loading={promise.isPending}
            onClick={() => promise.mutate({ body: { orderId: line.orderId } })}
          >
            Reserve available stock
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          loading={wait.isPending}
          onClick={() => wait.mutate({ body: { itemId: line.id, waits: !line.waits } })}
        >
          {line.waits ? 'Cancel backorder' : 'Backorder'}
        </Button>
        {line.sent === 0 && (
          <Button size="xs" variant="default" aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
            Substitute another SKU
          </Button>
        )}
        {line.reports.length > 0 && <Beyond line={line} />}
        <There line={line} />
      </div>
      {isOpen && (
        <Choose
          label="Substitute with"
          error={fieldError(take.error, 'sku')}
          onChoose={(sku) => take.mutate({ body: { itemId: line.id, sku } })}
        >
          {`Uses ${plural(line.quantity, 'unit')} of it for this line only.`}
        </Choose>
      )}
    </>
  )
}

const Choose = ({
  label,
  error,
  onChoose,
  children,
}: {
  label: string
  error: string | undefined
  onChoose: (sku: string) => void
  children: string
}) => (
  <div className={classes.choose}>
    <AddProduct label={label} error={error} onAdd={(_product, { sku }) => onChoose(sku)} />
    <p className="small muted">{children}</p>
  </div>
)

/** What else can become of an order with a missing or damaged item: its other items ship now, or the buyer gets money back. */
function Beyond({ line: { orderId, held, rest, channel } }: { line: UnsettledLine }) {
  const navigate = useNavigate()
  const release = useWrite(handleOrders, { onSuccess: () => void navigate(packLink([orderId])) })
  return (
    <>
      {rest > 0 && (
        <Button
          size="xs"
          variant="default"
          loading={release.isPending}
          onClick={() =>
            held ? release.mutate({ body: { orderIds: [orderId], hold: false } }) : void navigate(packLink([orderId]))
          }
        >
          Ship the other {plural(rest, 'unit')}
        </Button>
      )}
      {channel !== 'manual' && (
        <LinkButton {...toOrder(orderId, { dialog: 'refund' })} size="xs" variant="subtle">
          Refund
        </LinkButton>
      )}
    </>
  )
}

/** Cancelling: Motto cancels nothing at a channel, so this leads there; what is cancelled there gives its pieces back here. */
const There = ({ line: { channel, adminUrl, orderId } }: Pick<Props, 'line'>) =>
  channel === 'manual' ? (
    <LinkButton {...toOrder(orderId, { dialog: 'edit' })} size="xs" variant="subtle">
      Remove line
    </LinkButton>
  ) : (
    adminUrl && (
      <Button
        component="a"
        href={adminUrl}
        target="_blank"
        rel="noreferrer"
        size="xs"
        variant="subtle"
        rightSection={<Icon name="external" size="s" />}
      >
        Cancel on {markNames[channel]}
      </Button>
    )
  )
