import { Button, Switch } from '@mantine/core'
import { availableIntegrations, listIntegrations } from '#contract/integrations.ts'
import type { Image } from '#contract/shapes.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import { channelIds, channelNames } from '#contract/channels/names.ts'
import { judge } from '#domain/products/readiness.ts'
import { resolve } from '#domain/products/references.ts'
import { valuesOf } from '#domain/products/values.ts'
import { useRead } from '#web/api.ts'
import { ConnectButton, useRefreshOnReturn } from '#web/form/connect.tsx'
import { HtmlPreview } from '#web/form/html-preview.tsx'
import { SizeWeight } from '#web/form/size-weight.tsx'
import { useMay } from '#web/may.tsx'
import { ChannelMark } from '#web/ui/channel-mark.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { money, number } from '#web/ui/format.ts'
import { Card } from '#web/ui/page.tsx'
import { Bar } from '#web/ui/skeleton.tsx'
import { AttributesGrid } from './attributes-grid.tsx'
import { Filled } from './filled.tsx'
import { WizardCondition } from './condition-field.tsx'
import { NumberFields, PlaceFields, Section, TextFields } from './details-fields.tsx'
import { attributesOf, type Draft, type Template } from './draft.ts'
import type { ProductForm } from './form.ts'
import { Images } from './images.tsx'
import { NewSkuField } from './sku-field.tsx'
import { Thumb } from '#web/ui/thumb.tsx'
import classes from './wizard.module.css'

interface StepProps {
  template: Template
  form: ProductForm
}

const namesOf = (template: Template) => template.attributes.map((a) => a.name)

export function DetailsStep({
  template,
  form,
  setImages,
}: StepProps & { setImages: (change: (images: Image[]) => Image[]) => void }) {
  return (
    <div>
      <Section id="details" title="Details">
        <TextFields
          form={form}
          names={namesOf(template)}
          sku={<NewSkuField form={form} templateId={template.id} />}
          condition={<WizardCondition form={form} />}
        />
      </Section>
      <Section
        id="images"
        title="Images"
        aside={
          <span className="subtle small">
            {form.draft.images.length} of 24. Drag to reorder; the first is the main image.
          </span>
        }
      >
        <Images value={form.draft.images} onChange={setImages} />
      </Section>
      <Section id="price" title="Stock and price">
        <NumberFields form={form} />
      </Section>
      <Section id="size" title="Size and weight">
        <SizeWeight value={form.draft.sizeAndWeight} onChange={(next) => form.set('sizeAndWeight', next)} />
      </Section>
      <Section id="place" title="Where it lies">
        <PlaceFields form={form} />
      </Section>
    </div>
  )
}

interface ConfigurationProps {
  /** The channels that are switched on for the product once it exists. */
  on: readonly ChannelId[]
  onChange: (on: ChannelId[]) => void
}

/** Where the product is to be sold; everything else about its listings is on its Publish tab. */
export function ConfigurationStep({ on, onChange }: ConfigurationProps) {
  const integrations = useRead(listIntegrations)
  const available = useRead(availableIntegrations)
  const mayList = useMay('listings:write')
  const mayConnect = useMay('integrations:write')
  useRefreshOnReturn()
  const isConnected = (channel: ChannelId) => integrations.data?.[channel]?.authenticated ?? false
  const connected = channelIds.filter(isConnected)
  return (
    <Card title="Listing Configurations">
      <div className="stack">
        <p className="muted">
          Switch on where you want to sell it. Nothing is listed before you press List on its Publish tab, where you
          also choose the category and what differs from the template.
        </p>
        {integrations.isError ? (
          <ErrorState error={integrations.error} retry={() => void integrations.refetch()} />
        ) : integrations.isPending ? (
          <Bar width={240} height={24} />
        ) : (
          <ul className={classes.channels} aria-label="Connected channels">
            {connected.map((channel) => (
              <li key={channel}>
                <ChannelMark channel={channel} size="m" named />
                <Switch
                  label={channelNames[channel]}
                  disabled={!mayList}
                  checked={on.includes(channel)}
                  onChange={(event) =>
                    onChange(event.currentTarget.checked ? [...on, channel] : on.filter((other) => other !== channel))
                  }
                />
              </li>
            ))}
          </ul>
        )}
        {integrations.isSuccess && connected.length === 0 && (
          <>
            <p>No channel is connected yet. Connect one here, or create the product now and connect one later.</p>
            {mayConnect && (
              <div className="row wrap">
                {available.data?.map(({ channel }) => (
                  <ConnectButton key={channel} channel={channel} exists={integrations.data[channel] !== undefined} />
                ))}
              </div>
            )}
          </>
        )}
      </div>
    </Card>
  )
}

export const AttributesStep = ({ template, form }: StepProps) => (
  <Section id="attributes" title="Attributes" aside={<Filled template={template} draft={form.draft} />}>
    <AttributesGrid
      template={attributesOf(template)}
      value={form.draft.attributes}
      onChange={(next) => form.set('attributes', next)}
    />
  </Section>
)

interface ReviewProps {
  template: Template
  draft: Draft
  onEdit: () => void
  onEditAttributes: () => void
}

export function ReviewStep({ template, draft, onEdit, onEditAttributes }: ReviewProps) {
  const values = valuesOf(draft)
  const { missing } = judge(draft, attributesOf(template))
  const facts = [
    [
      'SKU',
      <span key="sku" className="mono">
        {draft.sku}
      </span>,
    ],
    ['Template', template.name],
    ['Condition', draft.condition],
    ['Tags', draft.tags.join(', ')],
    ['Quantity', number(draft.quantity ?? 0)],
    ['Price', money(draft.price ?? 0)],
    ['Cost', money(draft.cost ?? 0)],
    ['MSRP', money(draft.msrp ?? 0)],
    ['Barcode', draft.barcode],
    ['Vendor', draft.vendor],
    ['Location', draft.location],
    ['Warehouse', draft.warehouse],
    ['Bin', draft.bin],
    ['Images', number(draft.images.length)],
  ] as const
  return (
    <>
      <Card
        title={resolve(draft.title, values).text || 'No title'}
        actions={
          <Button variant="default" size="xs" onClick={onEdit}>
            Edit Details
          </Button>
        }
      >
        <div className={classes.review}>
          <Thumb url={draft.images[0]?.url ?? ''} size={96} />
          <dl className={classes.facts}>
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value || <span className="subtle">Empty</span>}</dd>
              </div>
            ))}
          </dl>
        </div>
        <HtmlPreview label="Description preview" html={draft.description} values={values} />
      </Card>
      <Card
        title="Attributes"
        actions={
          <Button variant="default" size="xs" onClick={onEditAttributes}>
            Edit Attributes
          </Button>
        }
      >
        <div className="stack">
          {missing.length > 0 && (
            <p className="muted">
              Still missing: {missing.join(', ')}. You can create the product now and fill them in before you list it.
            </p>
          )}
          <dl className={classes.facts}>
            {draft.attributes
              .filter((a) => a.value.trim())
              .map((a) => (
                <div key={a.name}>
                  <dt>{a.name}</dt>
                  <dd>{a.value}</dd>
                </div>
              ))}
          </dl>
        </div>
      </Card>
    </>
  )
}
