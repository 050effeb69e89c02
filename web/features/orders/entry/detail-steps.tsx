import { Card } from '#web/ui/layout/page.tsx'
import {
  AddressFields,
  BillingFields,
  CustomerFields,
  NotesFields,
  PaymentFields,
  ShippingFields,
  SourceFields,
  type StepProps,
} from './fields.tsx'

export const SourceStep = (step: StepProps & { tried: boolean }) => (
  <Card title="Source">
    <SourceFields {...step} />
  </Card>
)

/** Who bought, where it goes, who pays (ORD-183..ORD-205). */
export const CustomerStep = (step: StepProps) => (
  <div className="stack">
    <Card title="Customer">
      <CustomerFields {...step} />
    </Card>
    <Card title="Shipping Address">
      <AddressFields
        legend="Shipping Address"
        value={step.draft.shipping}
        onChange={(shipping) => step.set({ shipping })}
      />
    </Card>
    <Card title="Billing Address">
      <BillingFields {...step} />
    </Card>
  </div>
)

export const ShippingStep = (step: StepProps) => (
  <Card title="Shipping">
    <ShippingFields {...step} />
  </Card>
)

export const PaymentStep = (step: StepProps) => (
  <Card title="Payment">
    <PaymentFields {...step} />
  </Card>
)

export const NotesStep = (step: StepProps) => (
  <Card title="Notes & Adjustments">
    <NotesFields {...step} />
  </Card>
)
