import { ActionIcon } from '@mantine/core'
import { unitsToFind } from '#domain/orders/packing/reports.ts'
import { number } from '#web/ui/format.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { Thumb } from '#web/ui/images/thumb.tsx'
import classes from './lines.module.css'
import { type Line, keyOf, placeOf } from './told.ts'

const stateOf = ({ packed, quantity }: Line) =>
  packed > quantity ? 'over' : packed === quantity ? 'done' : packed > 0 ? 'part' : 'open'

function packedText({ packed, quantity }: Line): string {
  if (packed > quantity) return `Remove ${number(packed - quantity)}`
  return packed === quantity ? 'Packed' : `${number(quantity - packed)} to go`
}

/** The lines of the order with what of them lies in the box. @param me whose own ticks need no name */
export function PackLines({
  lines,
  chosen,
  disabled,
  me,
  onPut,
  onReport,
}: {
  lines: readonly Line[]
  chosen: string | undefined
  disabled: boolean
  me: number | undefined
  onPut: (line: Line, by: 1 | -1) => void
  /** Says that items of it are missing or damaged. */
  onReport: (line: Line) => void
}) {
  return (
    <ul className={classes.lines} aria-label="Lines to pack">
      {lines.map((line) => (
        <li
          key={keyOf(line)}
          className={classes.line}
          data-state={stateOf(line)}
          data-chosen={keyOf(line) === chosen || undefined}
          aria-current={keyOf(line) === chosen || undefined}
        >
          <button
            type="button"
            className={classes.tick}
            disabled={disabled || line.packed >= line.quantity}
            onClick={() => onPut(line, 1)}
            aria-label={`Add one ${line.sku || line.title}`}
          >
            <Icon name="check" size="s" />
          </button>
          <Thumb url={line.image} size={44} />
          <span className={classes.grow}>
            <b className={classes.title} dir="auto">
              {line.title}
            </b>
            <small>
              <span className="mono">{line.sku || 'No SKU'}</span>
              {placeOf(line) && <span className={classes.place}>{placeOf(line)}</span>}
              {line.bundle && (
                <span>
                  for <span className="mono">{line.bundle}</span>
                </span>
              )}
              {line.quantity === 0 && <span className={classes.short}>no longer ordered</span>}
              {line.shortfall > 0 && <span className={classes.short}>{number(line.shortfall)} short</span>}
              {line.packedBy && line.packedBy.id !== me && <span>by {line.packedBy.name || 'a colleague'}</span>}
            </small>
          </span>
          <span className={classes.count}>
            <b>
              {number(line.packed)}
              {line.quantity > 0 && ` of ${number(line.quantity)}`}
            </b>
            <small>{packedText(line)}</small>
          </span>
          <span className={classes.acts}>
            <ActionIcon
              variant="subtle"
              color="gray"
              disabled={disabled || line.packed === 0}
              onClick={() => onPut(line, -1)}
              aria-label={`Remove one ${line.sku || line.title}`}
            >
              <Icon name="minus" size="s" />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              disabled={disabled || unitsToFind(line) === 0}
              onClick={() => onReport(line)}
              aria-label={`Report ${line.sku || line.title} missing or damaged`}
              title="Missing or damaged"
            >
              <Icon name="warning" size="s" />
            </ActionIcon>
          </span>
        </li>
      ))}
    </ul>
  )
}
