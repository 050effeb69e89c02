import type { SizeAndWeight } from '#contract/shapes.ts'
import { MeasureInput } from '#web/ui/inputs/number-input.tsx'
import { Select } from '#web/ui/choices/select.tsx'
import classes from '../form.module.css'

export const weightUnits = ['kg', 'lb', 'g', 'oz'] as const
export const sizeUnits = ['cm', 'in'] as const

interface Props {
  value: SizeAndWeight
  onChange: (value: SizeAndWeight) => void
}

/** Width, length, height and weight, each with its unit (PRO-253). */
export function SizeWeight({ value, onChange }: Props) {
  const set = (change: Partial<SizeAndWeight>) => onChange({ ...value, ...change })
  return (
    <div className={classes.sizes}>
      <MeasureInput label="Width" value={value.width} onChange={(width) => set({ width })} />
      <MeasureInput label="Length" value={value.length} onChange={(length) => set({ length })} />
      <MeasureInput label="Height" value={value.height} onChange={(height) => set({ height })} />
      <Select
        label="Size unit"
        data={[...sizeUnits]}
        value={value.sizeUnit}
        onChange={(unit) => set({ sizeUnit: sizeUnits.find((u) => u === unit) ?? value.sizeUnit })}
      />
      <MeasureInput label="Weight" value={value.weight} onChange={(weight) => set({ weight })} />
      <Select
        label="Weight unit"
        data={[...weightUnits]}
        value={value.weightUnit}
        onChange={(unit) => set({ weightUnit: weightUnits.find((u) => u === unit) ?? value.weightUnit })}
      />
    </div>
  )
}
