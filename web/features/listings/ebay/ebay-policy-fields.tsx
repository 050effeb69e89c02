import { useRead } from '#web/api.ts'
import { lookupOf } from '#web/lookups.ts'
import { type Option, SearchSelect } from '#web/ui/search-select.tsx'
import { type EditorProps, inputId, textOf } from '../editor/fields.ts'
import classes from '../listings.module.css'
import { Section } from '../editor/section.tsx'

/** Location and the three policies; blank ones are the integration's defaults (LST-132..LST-135). */
export function EbayPolicyFields({ fields, onChange, errors }: EditorProps) {
  const policies = useRead(lookupOf('ebay', 'policies'))
  const locations = useRead(lookupOf('ebay', 'locations'))
  const failed = policies.isError || locations.isError
  const pick = (field: string, label: string, options: readonly Option[] | undefined) => (
    <SearchSelect
      id={inputId(field)}
      label={label}
      clearable
      placeholder="The integration's default"
      options={options ?? []}
      value={textOf(fields, field) || null}
      onChange={(id) => onChange({ [field]: id ?? '' })}
      error={errors[field] ?? (failed ? 'eBay did not answer. Reload to try again.' : undefined)}
    />
  )
  return (
    <Section title="Location and policies">
      <div className={classes.half}>
        {pick(
          'locationId',
          'Location',
          locations.data?.map((l) => ({
            value: l.merchantLocationKey,
            label: [l.name || l.merchantLocationKey, l.city].filter(Boolean).join(', '),
            disabled: !l.enabled,
          })),
        )}
        {pick(
          'paymentPolicyId',
          'Payment Policy',
          policies.data?.paymentPolicies.map((p) => ({ value: p.paymentPolicyId, label: p.name })),
        )}
        {pick(
          'returnPolicyId',
          'Return Policy',
          policies.data?.returnPolicies.map((p) => ({ value: p.returnPolicyId, label: p.name })),
        )}
        {pick(
          'fulfillmentPolicyId',
          'Fulfillment Policy',
          policies.data?.fulfillmentPolicies.map((p) => ({ value: p.fulfillmentPolicyId, label: p.name })),
        )}
      </div>
    </Section>
  )
}
