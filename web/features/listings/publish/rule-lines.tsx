import { Fragment } from 'react'
import { ruleWords } from '#web/form/words/price.ts'
import { money, moneyOf, number } from '#web/ui/format.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import type { Product } from '../product.ts'
import type { Check } from './check.ts'
import classes from './publish.module.css'

/** Input, rule and result beside each other: what is there, what is held back, what buyers see. */
export function RuleLines({ product, check }: { product: Product; check: Check | undefined }) {
  const available = check?.available ?? product.quantity
  return (
    <div className={classes.rules}>
      <Line
        parts={[
          ['Available', number(available)],
          ['Buffer', check ? (check.buffer ? `− ${number(check.buffer)}` : '0') : '–'],
          ['Published', check ? number(check.quantity) : '–'],
        ]}
      />
      <Line
        parts={[
          ['Price', check ? moneyOf(check.own.price, check.own.currency) : money(product.price)],
          ...(check?.asked === null || check?.asked === undefined
            ? []
            : [['Pricing', moneyOf(check.asked, check.own.currency)] as const]),
          ['Rule', ruleOf(check)],
          ['Published', check ? moneyOf(check.price, check.currency) : '–'],
        ]}
      />
    </div>
  )
}

/** Where nothing says how our price becomes theirs, its error does. */
function ruleOf(check: Check | undefined): string {
  if (!check) return '–'
  if (check.price === null) return 'Missing'
  return check.rule ? ruleWords(check.rule) : 'No change'
}

const Line = ({ parts }: { parts: readonly (readonly [label: string, value: string])[] }) => (
  <dl className={classes.rule}>
    {parts.map(([label, value], index) => (
      <Fragment key={label}>
        {index > 0 && <Icon name="chevron-right" size="s" />}
        <div>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      </Fragment>
    ))}
  </dl>
)
