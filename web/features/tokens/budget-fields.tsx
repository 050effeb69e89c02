import type { BudgetInput } from '#contract/tokens/budget.ts'
import type { z } from 'zod'
import { currencySign } from '#web/ui/format.ts'
import { QuantityInput, MoneyInput } from '#web/ui/inputs/number-input.tsx'
import classes from './tokens.module.css'

export type BudgetDraft = z.input<typeof BudgetInput>
/** What a new token has unless it is chosen. */
export const usualBudget: BudgetDraft = { productsPerDay: 50, unitsPerDay: 100, moneyPerDay: 500, pricePercent: 20 }

/** What an agent may apply in 24 hours without approval. */
export function BudgetFields({ value, onChange }: { value: BudgetDraft; onChange: (value: BudgetDraft) => void }) {
  const count = (name: Exclude<keyof BudgetDraft, 'moneyPerDay'>, label: string, max: number) => (
    <QuantityInput
      label={label}
      value={value[name]}
      max={max}
      onChange={(n) => onChange({ ...value, [name]: n ?? 0 })}
    />
  )
  return (
    <fieldset className={classes.scopes}>
      <legend>Budget for 24 hours</legend>
      <p className="small subtle">
        The agent applies changes within this budget automatically. Anything more needs approval.
      </p>
      <div className={classes.pair}>
        {count('productsPerDay', 'Products', 100_000)}
        {count('unitsPerDay', 'Units of stock', 10_000_000)}
        <MoneyInput
          label={`Price changes (${currencySign()})`}
          description="Each price change times the units available."
          value={value.moneyPerDay}
          max={1_000_000_000}
          onChange={(n) => onChange({ ...value, moneyPerDay: n ?? 0 })}
        />
        {count('pricePercent', 'Largest price change (%)', 1000)}
      </div>
    </fieldset>
  )
}
