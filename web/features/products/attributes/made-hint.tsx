import type { Made } from '#domain/listings/rules/made.ts'
import { RulesLink } from '#web/form/rules/rules-link.tsx'
import classes from '../page/products.module.css'

/** What rules make of a value when it is listed, and which rule was the last to change it. */
export function MadeHint({ made: { target, after, by } }: { made: Made }) {
  const last = by.at(-1)
  return (
    <span className={classes.made} data-made={target}>
      Listed as <ins>{after || 'empty'}</ins>
      {last && (
        <>
          {' '}
          by{' '}
          <RulesLink
            at={`${last.mapping.uuid}.${last.rule}`}
            label={`${last.mapping.name}, rule ${last.rule}: changes ${target}`}
          >
            {last.mapping.name}, rule {last.rule}
          </RulesLink>
        </>
      )}
    </span>
  )
}
