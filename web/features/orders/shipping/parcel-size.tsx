import type { SizeAndWeight } from '#contract/shapes.ts'
import { sizeUnits, weightUnits } from '#web/form/products/size-weight.tsx'
import { wholeSize } from '#web/form/products/whole.ts'
import { MeasureInput } from '#web/ui/inputs/number-input.tsx'
import { Select } from '#web/ui/choices/select.tsx'
import type { Order } from '../order.ts'
import classes from '../page/orders.module.css'

/** What the parcel measures; of one that holds a single piece, what that piece does until somebody says otherwise. */
export function parcelSize({ shippingDetails, items }: Order): SizeAndWeight {
  const size = wholeSize(shippingDetails.sizeAndWeight)
  const isBlank = [size.length, size.width, size.height, size.weight].every((measure) => measure === null)
  const [only, ...others] = items
  const piece = only?.quantity === 1 && others.length === 0 ? only.product?.sizeAndWeight : undefined
  return isBlank && piece ? wholeSize(piece) : size
}

/** Size and weight of the parcel (ORD-102..ORD-107): channels ask for it on the page where they sell postage, and take it nowhere else. */
export function ParcelSize({ value, onChange }: { value: SizeAndWeight; onChange: (value: SizeAndWeight) => void }) {
  const set = (change: Partial<SizeAndWeight>) => onChange({ ...value, ...change })
  return (
    <fieldset className={`${classes.wide} ${classes.sizes}`}>
      <legend>Parcel</legend>
      <MeasureInput label="L" noun="length" value={value.length} onChange={(length) => set({ length })} />
      <MeasureInput label="W" noun="width" value={value.width} onChange={(width) => set({ width })} />
      <MeasureInput label="H" noun="height" value={value.height} onChange={(height) => set({ height })} />
      <Select
        label="Size Unit"
        allowDeselect={false}
        data={[...sizeUnits]}
        value={value.sizeUnit}
        onChange={(unit) => set({ sizeUnit: sizeUnits.find((sizeUnit) => sizeUnit === unit) ?? value.sizeUnit })}
      />
      <MeasureInput label="Weight" value={value.weight} onChange={(weight) => set({ weight })} />
      <Select
        label="Weight Unit"
        allowDeselect={false}
        data={[...weightUnits]}
        value={value.weightUnit}
        onChange={(unit) =>
          set({ weightUnit: weightUnits.find((weightUnit) => weightUnit === unit) ?? value.weightUnit })
        }
      />
      <p className="small subtle">Saved in Motto only. Channels don’t receive parcel sizes.</p>
    </fieldset>
  )
}
