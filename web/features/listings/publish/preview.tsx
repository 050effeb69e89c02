import { Fragment } from 'react'
import { builtDescription } from '#contract/channels/all.ts'
import type { Field } from '#contract/channels/describe.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import { entriesIn, filledValues } from '#domain/listings/content/attributes.ts'
import type { ResolvedListing } from '#domain/listings/content/resolved-listing.ts'
import { HtmlPreview } from '#web/form/html/preview.tsx'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { Facts } from '#web/ui/tables/facts.tsx'
import { moneyOf } from '#web/ui/format.ts'
import { Picture } from '#web/ui/images/picture.tsx'
import { Section } from '../editor/section.tsx'
import type { Check } from './check.ts'
import classes from './publish.module.css'

interface Props {
  channel: ChannelId
  resolved: ResolvedListing
  check: Check | undefined
}

/** What buyers read of the listing, as it would be sent now: every reference replaced, every value mapped (LST-138). */
export function ListingPreview({ channel, resolved, check }: Props) {
  const described: readonly Field[] = builtDescription(channel)?.fields ?? []
  const { title, description, images } = resolved
  const facts = new Map(
    described
      .toReversed()
      .flatMap((field) => factsOf(field, resolved))
      .toReversed(),
  )
  return (
    <>
      <Section title={`On ${markNames[channel]}`}>
        {images.length > 0 && (
          <ul className={classes.pictures} aria-label="Images">
            {images.map((url, at) => (
              <li key={url}>
                <Picture url={url} alt={`Image ${at + 1} of ${title}`} width={96} />
              </li>
            ))}
          </ul>
        )}
        <h3 className={classes.headline} dir="auto">
          {title || 'No title'}
        </h3>
        {check && (
          <p>
            <b>{moneyOf(check.price, check.currency)}</b> <span className="subtle">{check.quantity} available</span>
          </p>
        )}
        <Facts>
          {[...facts].map(([name, value]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
        </Facts>
      </Section>
      {description && (
        <Section title="Description">
          <HtmlPreview label="Description" html={description} />
        </Section>
      )}
    </>
  )
}

/** What a field says to buyers, by its label; of a list, each of its attributes. Ids say nothing to them. */
function factsOf(field: Field, resolved: ResolvedListing): [string, string][] {
  const { name, label, kind, entries, asks } = field
  if (entries)
    return entriesIn(resolved.fields, name).flatMap((entry) => {
      const values = filledValues(entries, entry)
      return values.length ? [[String(entry[entries.name]), values.join(', ')] as [string, string]] : []
    })
  if (asks || !['text', 'choice', 'tags'].includes(kind)) return []
  const value = { ...resolved.fields, ...resolved }[name]
  const words = Array.isArray(value) ? value.join(', ') : value
  return typeof words === 'string' && words.trim() ? [[label, words]] : []
}
