import { Checkbox, Switch, TextInput } from '@mantine/core'
import { manualPaymentStatuses, manualShippingStatuses } from '#contract/orders/create.ts'
import { orderSources } from '#contract/orders/work.ts'
import { useRead } from '#web/api.ts'
import { Autocomplete } from '#web/ui/choices/autocomplete.tsx'
import { plural } from '#web/ui/format.ts'
import { MoneyInput } from '#web/ui/inputs/number-input.tsx'
import { Select } from '#web/ui/choices/select.tsx'
import { Textarea } from '#web/ui/inputs/textarea.tsx'
import { type AddressDraft, addressFields, type Draft, totalsOf } from './draft.ts'
import classes from './new-order.module.css'

export interface StepProps {
  draft: Draft
  set: (change: Partial<Draft>) => void
  /** What the server said of a field of the order. */
  errorOf: (field: string) => string | undefined
}

/** Where the order came from (ORD-178..ORD-182). */
export function SourceFields({ draft, set, errorOf, tried }: StepProps & { tried: boolean }) {
  const sources = useRead(orderSources)
  const known = new Map(sources.data?.map(({ source, count }) => [source, count]))
  return (
    <div className={classes.form}>
      <Autocomplete
        label="Source"
        required
        placeholder="Choose one, or type your own"
        maxLength={100}
        data={[...known.keys()]}
        value={draft.source}
        onChange={(source) => set({ source })}
        error={errorOf('source') ?? (tried && !draft.source.trim() ? 'Must select source' : undefined)}
        description={sources.isError ? 'Couldn’t load your sources. Type one instead.' : undefined}
        renderOption={({ option }) => (
          <span className={classes.option}>
            <span>{option.value}</span>
            <span className="subtle small tabular">{plural(known.get(option.value) ?? 0, 'order')}</span>
          </span>
        )}
        autoComplete="off"
      />
      <TextInput
        label="External Order ID"
        description="Leave blank to generate a number."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={100}
        value={draft.externalOrderId}
        onChange={(event) => set({ externalOrderId: event.currentTarget.value })}
        error={errorOf('externalOrderId')}
        autoComplete="off"
      />
    </div>
  )
}

const addressLabels: Record<keyof AddressDraft, string> = {
  name: 'Recipient Name',
  company: 'Company',
  line1: 'Address line 1',
  line2: 'Address line 2',
  city: 'City',
  region: 'State/Region',
  postalCode: 'Postal Code',
  country: 'Country',
  phone: 'Phone',
}
const optional: readonly (keyof AddressDraft)[] = ['company', 'line2', 'phone']

export const AddressFields = ({
  legend,
  value,
  onChange,
}: {
  legend: string
  value: AddressDraft
  onChange: (next: AddressDraft) => void
}) => (
  <fieldset className={classes.form}>
    <legend className="sr-only">{legend}</legend>
    {addressFields.map((field) => (
      <TextInput
        key={field}
        label={addressLabels[field]}
        withAsterisk={!optional.includes(field)}
        maxLength={200}
        value={value[field]}
        onChange={(event) => onChange({ ...value, [field]: event.currentTarget.value })}
        autoComplete="off"
      />
    ))}
  </fieldset>
)

/** Who bought (ORD-183..ORD-185, ORD-205). What is marked is asked for, not enforced. */
export const CustomerFields = ({ draft, set, errorOf }: StepProps) => (
  <div className={classes.form}>
    <TextInput
      label="Full Name"
      withAsterisk
      maxLength={200}
      value={draft.name}
      onChange={(event) => set({ name: event.currentTarget.value })}
      autoComplete="off"
    />
    <TextInput
      type="email"
      label="Email"
      maxLength={320}
      value={draft.email}
      onChange={(event) => set({ email: event.currentTarget.value })}
      error={errorOf('customer.email')}
      autoComplete="off"
    />
    <TextInput
      label="Phone"
      maxLength={50}
      value={draft.phone}
      onChange={(event) => set({ phone: event.currentTarget.value })}
      autoComplete="off"
    />
  </div>
)

/** Who pays; usually whoever gets the parcel (ORD-195, ORD-196). */
export const BillingFields = ({ draft, set }: Pick<StepProps, 'draft' | 'set'>) => (
  <div className="stack">
    <Switch
      label="Same as shipping"
      checked={draft.sameBilling}
      onChange={(event) => set({ sameBilling: event.currentTarget.checked })}
    />
    {!draft.sameBilling && (
      <AddressFields legend="Billing Address" value={draft.billing} onChange={(billing) => set({ billing })} />
    )}
  </div>
)

/** ORD-213, ORD-220. */
const shippingMethods = ['Standard', 'Expedited', 'Overnight', 'Local Pickup', 'Other']
const paymentMethods = ['Cash', 'Card', 'PayPal', 'Wire', 'Other']

export const ShippingFields = ({ draft, set, errorOf }: StepProps) => (
  <div className={classes.form}>
    <Select
      label="Status"
      allowDeselect={false}
      data={[...manualShippingStatuses]}
      value={draft.shippingStatus}
      onChange={(shippingStatus) => shippingStatus && set({ shippingStatus })}
    />
    <Select
      label="Method"
      clearable
      clearButtonProps={{ 'aria-label': 'No shipping method' }}
      placeholder="Choose a method"
      data={shippingMethods}
      value={draft.shippingMethod || null}
      onChange={(method) => set({ shippingMethod: method ?? '' })}
    />
    <TextInput
      type="date"
      label="Ship Date"
      value={draft.shippingDate}
      onChange={(event) => set({ shippingDate: event.currentTarget.value })}
      error={errorOf('shippingDate')}
    />
    <MoneyInput
      label="Shipping Cost"
      value={draft.shippingCost}
      onChange={(shippingCost) => set({ shippingCost })}
      error={errorOf('shippingCost')}
    />
    <TextInput
      label="Tracking #"
      maxLength={200}
      value={draft.trackingNumber}
      onChange={(event) => set({ trackingNumber: event.currentTarget.value })}
      autoComplete="off"
    />
    <Checkbox
      className={classes.check}
      label="Ready to Ship"
      checked={draft.readyToShip}
      onChange={(event) => set({ readyToShip: event.currentTarget.checked })}
    />
  </div>
)

export const PaymentFields = ({ draft, set, errorOf }: StepProps) => (
  <div className={classes.form}>
    <Select
      label="Status"
      allowDeselect={false}
      data={[...manualPaymentStatuses]}
      value={draft.paymentStatus}
      onChange={(paymentStatus) => paymentStatus && set({ paymentStatus })}
    />
    <Select
      label="Method"
      clearable
      clearButtonProps={{ 'aria-label': 'No payment method' }}
      placeholder="Choose a method"
      data={paymentMethods}
      value={draft.paymentMethod || null}
      onChange={(method) => set({ paymentMethod: method ?? '' })}
    />
    <MoneyInput
      label="Amount"
      placeholder={(totalsOf(draft).total / 100).toFixed(2)}
      description="If blank, a paid order counts as paid in full."
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={draft.paymentAmount}
      onChange={(paymentAmount) => set({ paymentAmount })}
      error={errorOf('paymentAmount')}
    />
    <TextInput
      type="date"
      label="Payment Date"
      value={draft.paymentDate}
      onChange={(event) => set({ paymentDate: event.currentTarget.value })}
      error={errorOf('paymentDate')}
    />
  </div>
)

export const NotesFields = ({ draft, set, errorOf }: StepProps) => (
  <div className="stack">
    <Textarea
      label="Order Notes"
      minRows={3}
      maxRows={12}
      maxLength={10_000}
      value={draft.notes}
      onChange={(event) => set({ notes: event.currentTarget.value })}
    />
    <div className={classes.form}>
      <MoneyInput
        label="Discount"
        value={draft.discount}
        onChange={(discount) => set({ discount })}
        error={errorOf('discountAmount')}
      />
      <MoneyInput label="Fees" value={draft.fees} onChange={(fees) => set({ fees })} error={errorOf('feeAmount')} />
      <MoneyInput label="Tax" value={draft.tax} onChange={(tax) => set({ tax })} error={errorOf('taxAmount')} />
    </div>
  </div>
)
