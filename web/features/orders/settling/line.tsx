import { Button } from '@mantine/core'
import type { CallReply } from '#contract/endpoint.ts'
import { assignLine, leaveLine, type listUnsettled, takeFromSku, waitForStock } from '#contract/orders/settling.ts'
import { promisePieces } from '#contract/orders/work.ts'
import { settleStates } from '#domain/words/settling.ts'
import { orderStates } from '#domain/words/states.ts'
import { toOrder } from '#web/addresses.ts'
import { useWrite } from '#web/api.ts'
import { fieldError } from '#web/call.ts'
import { AddProduct } from '#web/form/products/add-product.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { date, number, plural } from '#web/ui/format.ts'
import { ChannelMark, markNames } from '#web/ui/images/channel-mark.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { StatusChip } from '#web/ui/images/status-chip.tsx'
import { Link, LinkButton } from '#web/ui/link.tsx'
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
          <span className="mono">{line.sku || 'No SKU'}</span>, {plural(line.quantity, 'piece')} ·{' '}
          <Link className="link" {...toOrder(line.orderId)}>
            {line.number}
          </Link>
          {[account, line.buyer, date(line.orderDate)].filter(Boolean).map((words) => ` · ${words}`)}
        </div>
        <p className={classes.why}>{whyOf(line)}</p>
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
      {waits ? `Waits for ${number(shortfall)}` : `${number(shortfall)} oversold`}
    </StatusChip>
  )

function whyOf({ kind, leftAlone, shortfall, available, others, waits, meant }: UnsettledLine): string {
  if (kind === 'short') {
    const there = available > 0 ? ` ${number(available)} available now.` : ''
    return waits
      ? `Pieces that are counted go to it in order of arrival.${there}`
      : `${plural(shortfall, 'piece')} missing.${there}`
  }
  if (leftAlone) return 'Left alone: it takes no pieces.'
  const same =
    others > 0 ? ` ${plural(others, 'more line')} of open orders ${others === 1 ? 'has' : 'have'} this SKU.` : ''
  return meant ? `${meant.sku} means it by now.${same}` : `No product here has this SKU.${same}`
}

type Choice = Pick<Props, 'line' | 'isOpen' | 'onOpen'>

function Unknown({ line, isOpen, onOpen }: Choice) {
  const assign = useWrite(assignLine, {
    onSuccess: ({ lines, short }) => {
      toast.success(lines === 1 ? 'Line Assigned' : `${number(lines)} Lines Assigned`, {
        detail: [
          line.sku && 'The next order finds it by itself.',
          short > 0 && `${plural(short, 'line')} short of stock.`,
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
            Assign to {meant.sku}
          </Button>
        )}
        <Button size="xs" variant="default" aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
          {meant ? 'Another product' : 'Assign to a product'}
        </Button>
        <Button
          size="xs"
          variant="default"
          loading={leave.isPending}
          onClick={() => leave.mutate({ body: { itemId: line.id, leave: !line.leftAlone } })}
        >
          {line.leftAlone ? 'Ask again' : 'It needs no stock'}
        </Button>
        <There line={line} />
      </div>
      {isOpen && (
        <Choose label="Assign to" error={fieldError(assign.error, 'sku')} onChoose={send}>
          {line.sku
            ? `Remembered: ${markNames[line.channel]}’s ${line.sku} means this product from now on.`
            : 'This line has no SKU, so nothing can be remembered.'}
        </Choose>
      )}
    </>
  )
}

function Short({ line, isOpen, onOpen }: Choice) {
  const promise = useWrite(promisePieces, { onSuccess: () => toast.success('Pieces Promised') })
  const take = useWrite(takeFromSku, {
    onSuccess: () => {
      toast.success('Pieces Taken')
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
            Take what is there
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          loading={wait.isPending}
          onClick={() => wait.mutate({ body: { itemId: line.id, waits: !line.waits } })}
        >
          {line.waits ? 'Wait no longer' : 'Wait for stock'}
        </Button>
        {line.sent === 0 && (
          <Button size="xs" variant="default" aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
            Take from another SKU
          </Button>
        )}
        <There line={line} />
      </div>
      {isOpen && (
        <Choose
          label="Take from"
          error={fieldError(take.error, 'sku')}
          onChoose={(sku) => take.mutate({ body: { itemId: line.id, sku } })}
        >
          {`All ${plural(line.quantity, 'piece')} of this line come from it. This line only.`}
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

/** Cancelling: Motto cancels nothing at a channel, so this leads there; what is cancelled there gives its pieces back here. */
const There = ({ line: { channel, adminUrl, orderId } }: Pick<Props, 'line'>) =>
  channel === 'manual' ? (
    <LinkButton {...toOrder(orderId, { dialog: 'edit' })} size="xs" variant="subtle">
      Take the line out
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
        Cancel it on {markNames[channel]}
      </Button>
    )
  )
