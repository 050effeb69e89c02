import { Button } from '@mantine/core'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { builtDescription } from '#contract/channels/all.ts'
import { orderName } from '#domain/orders/name.ts'
import { nextToPack, orderFor, orderNamed, packedOf, scanned } from '#domain/orders/packing/packing.ts'
import { reportedBy } from '#domain/orders/packing/reports.ts'
import { isLabel } from '#domain/orders/shipping/tracking.ts'
import { useSession } from '#web/session.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { ChannelMark, markNames } from '#web/ui/images/channel-mark.tsx'
import { number, plural } from '#web/ui/format.ts'
import { Feedback } from './feedback.tsx'
import { PackLines } from './pack-lines.tsx'
import classes from './packing.module.css'
import { Parcel } from './parcel.tsx'
import { TimeLeft } from './time-left.tsx'
import { type OwnKey, ScanField } from './scan-field.tsx'
import { play } from './sound.ts'
import { type Line, type Order, keyOf, ownBarcode, putBack, wrongPiece } from './told.ts'
import { useBox } from './use-box.ts'
import { useKeys } from './use-keys.ts'
import { useReport } from './reporting/use-report.ts'
import { type Sending, useShipping } from './use-shipping.ts'

const ReportDialog = lazy(() => import('./reporting/report-dialog.tsx'))

interface Props {
  orders: readonly Order[]
  order: Order
  mayPack: boolean
  /** Opens another order, with what was scanned for it. */
  onShow: (id: number, ...codes: string[]) => void
  /** What was scanned before the order was open, once. */
  takeFirst?: () => readonly string[]
}

/** The order that is packed: a field for the scanner, what the last scan meant, its lines, its parcel. */
export function Desk({ orders, order, mayPack, onShow, takeFirst }: Props) {
  const box = useBox(orders, order)
  const [waiting, setWaiting] = useState<readonly string[]>([])
  const sending = useShipping(orders, order, box, onShow, setWaiting)
  const [at, setAt] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  const me = useSession()?.id
  const closed = !mayPack || order.state !== 'open'
  const chosen = box.lines[Math.min(at, box.lines.length - 1)]
  const report = useReport(order, box, chosen)
  useKeys(field, () => void (closed || sending.ship()))
  const besides = (step: 1 | -1) => {
    const next = orders[orders.findIndex(({ id }) => id === order.id) + step]
    if (next) onShow(next.id)
  }
  /** The barcode of a slip leads to its order: it is never a tracking number. */
  const show = (named: Order) => {
    if (named.id === order.id) return box.tell(ownBarcode(order, !sending.why))
    play('right')
    onShow(named.id)
  }
  /** The order was shipped or cancelled while it lay here: what is scanned now is for another one. */
  const scanClosed = (code: string) => {
    const other = code ? orderFor(orders, code, order.id) : nextToPack(orders, order.id)
    if (other) return code ? onShow(other.id, code) : onShow(other.id)
    // Enter at the end of the run.
    if (!code) return
    const piece = scanned(box.lines, code)
    box.tell(piece.kind === 'wrong' ? wrongPiece(code, []) : putBack(piece.line))
  }
  const keys: Record<OwnKey, () => void> = {
    ArrowUp: () => setAt(Math.max(0, at - 1)),
    ArrowDown: () => setAt(Math.min(box.lines.length - 1, at + 1)),
    ' ': () => chosen && box.put(chosen, 1),
    Backspace: () => sending.unlabel() || (chosen && box.put(chosen, -1)),
    Delete: () => chosen && !closed && report.open(chosen),
    PageUp: () => besides(-1),
    PageDown: () => besides(1),
  }
  const scan = (code: string) => {
    if (sending.wait(code)) return
    const named = code && scanned(box.lines, code).kind === 'wrong' ? orderNamed(orders, code) : undefined
    const kind = reportedBy(code)
    if (kind && !closed) report.scan(kind)
    else if (named) show(named)
    else if (closed) scanClosed(code)
    else if (!sending.why) sending.label(code)
    else if (code) box.scan(code, sending.labelPart)
    else sending.confirmPart()
  }
  const isOther = (code: string) => Boolean(orderNamed(orders, code) ?? orderFor(orders, code, order.id))
  const takeWaiting = useEffectEvent(() => setWaiting(takeFirst?.() ?? []))
  useEffect(() => takeWaiting(), [])
  /** One after the other: what a code means depends on those before it. */
  const scanNext = useEffectEvent(() => {
    const [code, ...others] = waiting
    if (code === undefined) return
    setWaiting(others)
    if (!closed) scan(code)
  })
  useEffect(() => scanNext(), [waiting])
  return (
    <div className={classes.desk}>
      <Head order={order} lines={box.lines} />
      <ScanField
        label={sending.why ? 'Scan or type a SKU or barcode' : 'Scan or type a tracking number'}
        disabled={!mayPack}
        field={field}
        isCode={(code) =>
          Boolean(reportedBy(code)) || isLabel(code) || scanned(box.lines, code).kind !== 'wrong' || isOther(code)
        }
        onScan={scan}
        onKey={(key) => keys[key]()}
        onEscape={box.hush}
      />
      {(order.state === 'open' || box.feedback) && <Feedback feedback={box.feedback} onGo={onShow} />}
      {order.state !== 'open' && (
        <div className={classes.over}>
          <Callout tone={order.state === 'shipped' ? 'success' : 'warning'}>
            {order.state === 'shipped'
              ? 'This order was shipped.'
              : 'This order was cancelled. Return its items to the shelf.'}
          </Callout>
        </div>
      )}
      <PackLines
        lines={box.lines}
        chosen={closed || !chosen ? undefined : keyOf(chosen)}
        disabled={closed}
        me={me}
        onPut={box.put}
        onReport={report.open}
      />
      {report.line && !closed && (
        <Suspense fallback={null}>
          <ReportDialog
            line={report.line}
            isPending={report.isPending}
            onReport={(kind, units) => report.line && void report.send(report.line, kind, units)}
            onClose={report.close}
          />
        </Suspense>
      )}
      <p className={classes.hint}>
        <kbd>↑</kbd> <kbd>↓</kbd> line · <kbd>Space</kbd> add one · <kbd>Backspace</kbd> remove one · <kbd>Delete</kbd>{' '}
        missing or damaged · <kbd>PgUp</kbd> <kbd>PgDn</kbd> previous, next order · <kbd>Ctrl Enter</kbd> ship
      </p>
      <Parcel order={order} sending={sending} disabled={closed} />
      <Foot orders={orders} order={order} sending={sending} closed={closed} onShow={onShow} />
    </div>
  )
}

function Head({ order, lines }: { order: Order; lines: readonly Line[] }) {
  const { packed, all } = packedOf(lines)
  const place = [order.address.city, order.address.region].filter(Boolean).join(' ')
  return (
    <header className={classes.head}>
      <ChannelMark channel={order.channel} size="l" />
      <div className={classes.grow}>
        <h2 className="mono">{orderName(order)}</h2>
        <p className="muted">
          {[[order.buyer, place].filter(Boolean).join(', '), plural(lines.length, 'line')].filter(Boolean).join(' · ')}
        </p>
        {order.state === 'open' && order.shipBy && <TimeLeft at={order.shipBy} />}
      </div>
      <p className={classes.total}>
        <b>{number(packed)}</b> of {number(all)}
        <small>items</small>
      </p>
    </header>
  )
}

/** What happens next, and the way there. */
function Foot({
  orders,
  order,
  sending,
  closed,
  onShow,
}: {
  orders: readonly Order[]
  order: Order
  sending: Sending
  closed: boolean
  onShow: (id: number) => void
}) {
  const next = nextToPack(orders, order.id)
  const message =
    order.channel === 'manual' || sending.noParcels
      ? 'Marks the order as shipped in Motto.'
      : `Marks the order as shipped and notifies ${builtDescription(order.channel)?.name ?? markNames[order.channel]}.`
  return (
    <footer className={classes.foot}>
      <div className={classes.grow}>
        <b>
          {order.state === 'open'
            ? sending.why || 'Everything is packed'
            : next
              ? 'Ready for the next order'
              : 'All orders packed'}
        </b>
        {order.state === 'open' && <small>{message}</small>}
      </div>
      <Button variant="subtle" disabled={!next} onClick={() => next && onShow(next.id)}>
        {order.state === 'open' ? 'Skip' : 'Next order'}
      </Button>
      {sending.part && !closed ? (
        <Button
          className={classes.ship}
          variant="default"
          loading={sending.isPending}
          onClick={() => void sending.sendPart()}
        >
          Ship {sending.part}
        </Button>
      ) : (
        <Button
          className={classes.ship}
          disabled={closed || Boolean(sending.why)}
          loading={sending.isPending}
          onClick={() => void sending.ship()}
        >
          {next ? 'Ship and open next' : 'Ship'}
        </Button>
      )}
    </footer>
  )
}
