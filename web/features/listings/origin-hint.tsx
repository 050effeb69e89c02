import type { Step } from '#contract/listings/origins.ts'
import { originWords, shortWords } from '#domain/listings/content/origins.ts'
import { useAccount } from '#web/form/channels/account.tsx'
import { RulesLink } from '#web/form/rules/rules-link.tsx'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { Link } from '#web/ui/link.tsx'
import classes from './origin-hint.module.css'
import { type Place, whereToChange } from './publish/where-to-fix.ts'

interface Props {
  /** What the field is called. */
  label: string
  steps: readonly Step[]
  place: Place
}

const CHANGE = 'Edit source'

/** Where a field's value comes from, in a sentence, and the way to change it there. */
export function OriginHint({ label, steps, place }: Props) {
  return (
    <small className="subtle">
      {originWords(label, steps, markNames[place.channel])} <Change label={label} steps={steps} place={place} />
    </small>
  )
}

/** The same in a word or two, for a column. Without a place it leads nowhere. */
export function OriginWord({ label, steps, place }: Omit<Props, 'place'> & { place: Place | undefined }) {
  const words = shortWords(steps)
  return place ? <Change label={label} steps={steps} place={place} words={words} /> : words
}

/** @param words what stands there, also where there is no way to go */
function Change({ label, steps, place, words }: Props & { words?: string }) {
  const account = useAccount()
  const last = steps.at(-1)
  const link = last && whereToChange(last, place, label, account)
  if (last?.from === 'rule' && last.mapping)
    return (
      <RulesLink
        at={`${last.mapping}.${last.rule ?? 1}`}
        label={`${words ?? CHANGE}: change where ${label} comes from`}
        title={originWords(label, steps, markNames[place.channel])}
        {...(words && { className: classes.origin })}
      >
        {words ?? CHANGE}
      </RulesLink>
    )
  if (!link) return words
  return (
    <Link
      className={words ? classes.origin : 'link'}
      {...link}
      title={originWords(label, steps, markNames[place.channel])}
      aria-label={`${words ?? CHANGE}: change where ${label} comes from`}
    >
      {words ?? CHANGE}
    </Link>
  )
}
