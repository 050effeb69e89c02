import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { linkFound } from '#contract/adopting/adopting.ts'
import type { AdoptingTab, Doubt } from '#contract/adopting/names.ts'
import { useWrite } from '#web/api.ts'
import { Select } from '#web/ui/choices/select.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { number, plural } from '#web/ui/format.ts'
import { useNavigate } from '#web/ui/link.tsx'
import classes from './adopting.module.css'
import type { Act } from './columns.tsx'
import { firstWithWork } from './queues.ts'
import type { State } from './state.ts'
import { doubtWords } from './words.ts'

interface Props {
  state: State
  name: string
  params: { integrationId: number }
  tab: AdoptingTab
  doubt: Doubt | undefined
  all: number
  isBusy: boolean
  /** undefined for who may only look. */
  act: ((as: Act) => void) | undefined
}

/** What waits in a queue, what follows from the decision, and one filled button for all of it. */
export function QueueHead(props: Props) {
  const { tab, act } = props
  const { title, about } = wordsOf(props)
  return (
    <div className={classes.head}>
      <div className="grow">
        <Title key={tab} tab={tab}>
          {title}
        </Title>
        <p className="subtle small">{about}</p>
      </div>
      {act && <Acts {...props} act={act} />}
    </div>
  )
}

/** Takes the keyboard's place where the queue before it went away with the last button that was in it. */
function Title({ tab, children }: { tab: AdoptingTab; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [tab])
  return (
    <h2 ref={heading} tabIndex={-1}>
      {children}
    </h2>
  )
}

function wordsOf({ state: { counts }, name, tab }: Props): { title: string; about: string } {
  if (!firstWithWork(counts) && (tab === 'linked' || tab === 'look'))
    return {
      title: 'Nothing is left to decide',
      about: `You can unlink at any time. Nothing changes on ${name}.`,
    }
  switch (tab) {
    case 'new':
      return {
        title: `${plural(counts.new, 'listing isn’t', 'listings aren’t')} in Motto yet`,
        about: 'Each becomes a product and is linked to its listing. You review everything before it’s imported.',
      }
    case 'linked':
      return counts.waiting > 0
        ? {
            title: `${plural(counts.waiting, 'listing is', 'listings are')} ready to link`,
            about: `Each has the SKU of a product. Linking changes nothing on ${name}; from then on Motto syncs the quantity.`,
          }
        : {
            title: `${plural(counts.linked, 'listing')} linked`,
            about: `You can unlink at any time. Nothing changes on ${name}.`,
          }
    case 'look':
      return {
        title: `${plural(counts.look, 'listing')} to review`,
        about: 'Each resembles a product in Motto. Nothing changes until you decide.',
      }
    case 'differs':
      return {
        title: `${plural(counts.differs, 'quantity differs', 'quantities differ')}`,
        about: `“Motto’s” updates ${name}. “${name}’s” updates your stock in Motto and on every channel.`,
      }
    case 'alone':
      return {
        title: `${plural(counts.alone, 'listing')} ignored`,
        about: `They stay as they are on ${name}, and Motto doesn’t sync them.`,
      }
  }
}

/** One reason is one decision: for all that share it. */
function Acts({ state, name, params, tab, doubt, all, isBusy, act }: Props & { act: (as: Act) => void }) {
  const link = useWrite(linkFound, {
    onSuccess: () => toast.success('Linking listings. Nothing changes on the channel.'),
  })
  const { waiting, linked } = state.counts
  const together = (as: Act, label: string, variant = 'default') =>
    all > 0 && (
      <Button variant={variant} disabled={isBusy} onClick={() => act(as)}>
        {label}
      </Button>
    )
  const linkReady = waiting > 0 && (
    <Button
      loading={link.isPending || state.linking}
      disabled={state.read?.state === 'reading'}
      onClick={() => link.mutate({ params })}
    >
      Link {number(waiting)}
    </Button>
  )
  if (tab === 'differs')
    return (
      <>
        {together('ours', `Use Motto’s for all ${number(all)}`)}
        {together('theirs', `Use ${name}’s for all ${number(all)}`)}
      </>
    )
  if (tab === 'new') return together('make', `Import all ${number(all)}`, 'filled')
  if (tab === 'linked')
    return (
      <>
        {linked > waiting && together('unlink', `Unlink all ${number(linked - waiting)}`)}
        {linkReady}
      </>
    )
  if (tab === 'alone') return null
  return (
    <>
      <Reasons {...{ state, name, tab, doubt }} />
      {doubt && together('link', `Link all ${number(all)}`)}
      {doubt && together('alone', `Ignore all ${number(all)}`)}
      {linkReady}
    </>
  )
}

function Reasons({ state, name, tab, doubt }: Pick<Props, 'state' | 'name' | 'tab' | 'doubt'>) {
  const navigate = useNavigate({ from: '/adopt/{-$integrationId}' })
  if (state.doubts.length === 0) return null
  return (
    <Select
      aria-label="Reason"
      placeholder="All reasons"
      clearable
      data={state.doubts.map((entry) => ({
        value: entry.doubt,
        label: `${doubtWords[entry.doubt](name)} (${number(entry.listings)})`,
      }))}
      value={doubt ?? null}
      onChange={(value) =>
        void navigate({ search: { tab, doubt: state.doubts.find((entry) => entry.doubt === value)?.doubt } })
      }
    />
  )
}
