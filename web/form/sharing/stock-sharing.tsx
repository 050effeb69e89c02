import { Button } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { saveOrganizationSharing, saveSharingException } from '#contract/sync/sharing.ts'
import { useWrite } from '#web/api.ts'
import { useMay } from '#web/may.tsx'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { EntriesOf, useEntries } from '#web/ui/inputs/entries.tsx'
import { QuantityInput } from '#web/ui/inputs/number-input.tsx'
import { useLeaveGuard } from '#web/ui/dialogs/leave-guard.ts'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { type Sharing, sharingName, ways, whatWillHappen } from '../words/sharing.ts'
import classes from './sharing.module.css'

/** Of the organization where nothing is named. */
export interface SharingOf {
  templateId?: number
  productId?: number
}
type Chosen = Sharing['mode'] | 'inherited'

interface Props {
  of: SharingOf
  /** What is kept here; null where what is above it counts. */
  sharing: Sharing | null
  /** What counts without an exception, and whose that is; nothing for the organization itself. */
  above?: { sharing: Sharing; whose: string }
  onSaved?: () => void
}

/** Offered first where nobody has chosen a number yet. */
const LAST_AT_FIRST = 5
const MOST = 1000

/** Chooses how the stock of an organization, a template or a product is shared. Asks before it saves and says what will happen. */
export function StockSharing({ of, sharing, above, onSaved }: Props) {
  const mayChange = useMay(above ? 'products:write' : 'organization:write')
  const group = useId()
  const entries = useEntries()
  const keptMode: Chosen = sharing?.mode ?? 'inherited'
  const keptLast = sharing?.mode === 'threshold' ? sharing.last : null
  const [chosen, setChosen] = useState<Chosen>()
  const [typed, setTyped] = useState<number | null>()
  const mode = chosen ?? keptMode
  const last = typed === undefined ? (keptLast ?? LAST_AT_FIRST) : typed
  const problem =
    mode !== 'threshold'
      ? undefined
      : last === null
        ? 'Enter a number of units.'
        : last < 1
          ? 'Enter at least 1 unit.'
          : entries.problem
  const next: Sharing | null = mode === 'inherited' ? null : mode === 'threshold' ? { mode, last: last ?? 0 } : { mode }
  const dirty = mode !== keptMode || (mode === 'threshold' && (last !== keptLast || entries.problem !== undefined))
  useLeaveGuard(dirty, 'Stock sharing')
  const discard = () => {
    setChosen(undefined)
    setTyped(undefined)
    entries.discard()
  }
  const done = {
    onSuccess: () => {
      toast.success('Stock sharing saved.', { detail: 'Your channels update over the next few minutes.' })
      onSaved?.()
    },
  }
  const whole = useWrite(saveOrganizationSharing, done)
  const exception = useWrite(saveSharingException, done)
  const submit = async () => {
    if (!dirty || problem) return
    const will = next ?? above?.sharing
    if (!will) return
    const sure = await confirm({
      title: next ? `Change stock sharing to “${sharingName(will)}”?` : 'Remove this exception?',
      body: next ? whatWillHappen(will) : `“${sharingName(will)}” applies again. ${whatWillHappen(will)}`,
      confirm: next ? 'Change stock sharing' : 'Remove exception',
    })
    if (!sure) return
    // What was chosen while it was on its way stays.
    const settled = {
      onSuccess: () => {
        setChosen((now) => (now === chosen ? undefined : now))
        setTyped((now) => (now === typed ? undefined : now))
      },
    }
    if (above) exception.mutate({ body: { ...of, sharing: next } }, settled)
    else if (next) whole.mutate({ body: { sharing: next } }, settled)
  }
  const option = (id: Chosen, title: string, text: ReactNode, more?: ReactNode) => (
    <div key={id} className={classes.way}>
      <label>
        <input
          type="radio"
          name={group}
          checked={mode === id}
          disabled={!mayChange}
          aria-describedby={`${group}-${id}`}
          onChange={() => setChosen(id)}
        />
        {title}
      </label>
      <p id={`${group}-${id}`}>{text}</p>
      {more}
    </div>
  )
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <EntriesOf form={entries}>
        <fieldset className={classes.ways}>
          <legend className="sr-only">Stock sharing</legend>
          {above && option('inherited', `Same as ${above.whose}`, `${sharingName(above.sharing)}. No exception.`)}
          {ways.map(({ mode: id, title, text, cost }) =>
            option(
              id,
              title,
              text,
              <>
                <p className={classes.cost}>
                  <b>Trade-off:</b> {cost}
                </p>
                {id === 'threshold' && mode === id && (
                  <QuantityInput
                    label="Last units of each SKU"
                    value={last}
                    max={MOST}
                    readOnly={!mayChange}
                    error={problem}
                    onChange={setTyped}
                  />
                )}
              </>,
            ),
          )}
        </fieldset>
      </EntriesOf>
      {mayChange && (
        <div className="row wrap">
          <Button type="submit" disabled={!dirty || !!problem} loading={whole.isPending || exception.isPending}>
            Save stock sharing
          </Button>
          {dirty && (
            <Button variant="default" onClick={discard}>
              Discard
            </Button>
          )}
        </div>
      )}
    </form>
  )
}
