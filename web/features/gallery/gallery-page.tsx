import { Button, Checkbox, Switch, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Callout, NoValue } from '#web/ui/layout/callout.tsx'
import { ChannelChip, ChannelMark, ChannelMarks, type MarkId, markNames } from '#web/ui/images/channel-mark.tsx'
import { LookOnly } from '#web/may.tsx'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { DataTable } from '#web/ui/tables/data-table.tsx'
import { EmptyState, ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Facts } from '#web/ui/tables/facts.tsx'
import { FileDrop } from '#web/ui/inputs/file-drop.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { icons, type IconName } from '#web/ui/images/icons.ts'
import * as words from '#domain/words/states.ts'
import { JobProgress } from '#web/ui/layout/job-progress.tsx'
import { Logo } from '#web/ui/images/logo.tsx'
import { Numbers } from '#web/ui/tables/numbers.tsx'
import { MoneyInput, QuantityInput } from '#web/ui/inputs/number-input.tsx'
import { Card, Page } from '#web/ui/layout/page.tsx'
import { SaveBar } from '#web/ui/dialogs/save-bar.tsx'
import { SearchMultiSelect, SearchSelect } from '#web/ui/choices/search-select.tsx'
import { BesidePanel, SidePanelButton, useSidePanel } from '#web/ui/dialogs/side-panel.tsx'
import { FormSkeleton, TableSkeleton } from '#web/ui/layout/skeleton.tsx'
import { Count, StatusChip } from '#web/ui/images/status-chip.tsx'
import { StepFoot } from '#web/ui/dialogs/step-foot.tsx'
import { StepBar } from '#web/ui/layout/tabs.tsx'
import { TagInput } from '#web/ui/choices/tag-input.tsx'
import { Thumb } from '#web/ui/images/thumb.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { ToneList } from '#web/ui/tables/tone-list.tsx'
import { Textarea } from '#web/ui/inputs/textarea.tsx'
import { Segments } from '#web/ui/choices/segments.tsx'
import classes from './gallery.module.css'

const channels = Object.keys(markNames) as MarkId[]
const { listingStates } = words
type ListingState = words.ListingState
const states = Object.keys(listingStates) as ListingState[]
/** Every word for a state, once. */
const vocabulary = [
  ...new Map(
    Object.values(words).flatMap((group: object) =>
      Object.values(group as Record<string, words.Stated>).map((state) => [state.label, state]),
    ),
  ).values(),
]
const many = Array.from({ length: 300 }, (_, n) => ({ value: String(n), label: `Value ${n}` }))
const rows = [
  { sku: 'HP-0412', title: 'Enamel mug, navy', price: '$18.00', state: 'live' },
  {
    sku: 'HP-0413',
    title: 'Enamel mug, sand, with a rather long name that has to end somewhere',
    price: '$18.00',
    state: 'refused',
  },
]

/** Every component in its states, to be looked at in both themes and on a phone. */
export function GalleryPage({ children }: { children?: ReactNode }) {
  return (
    <Page title="Components and states" count={channels.length}>
      <div className={classes.grid}>
        <Card title="Logo and icons">
          <Logo height={28} />
          <div className={classes.icons}>
            {(Object.keys(icons) as IconName[]).map((name) => (
              <span key={name} title={name}>
                <Icon name={name} />
              </span>
            ))}
          </div>
        </Card>
        <Card title="Channels">
          <div className="row wrap">
            {channels.map((id) => (
              <ChannelMark key={id} channel={id} size="m" />
            ))}
          </div>
          <div className={`row wrap ${classes.gap}`}>
            {states.map((state) => (
              <ChannelChip key={state} channel="ebay" state={state}>
                {listingStates[state].label}
              </ChannelChip>
            ))}
          </div>
          <ChannelMarks
            listings={channels.map((channel, n) => ({ channel, state: states[n % states.length] ?? 'live' }))}
          />
        </Card>
        <Card title="States">
          <div className="row wrap">
            {vocabulary.map((state) => (
              <StatusChip key={state.label} of={state} />
            ))}
          </div>
          <div className={`row wrap ${classes.gap}`}>
            <Count>12</Count>
            <Count tone="danger">3</Count>
            <Count tone="warning">1</Count>
            <NoValue />
            <NoValue kind="none" />
          </div>
          <div className={`stack ${classes.gap}`}>
            <Callout tone="danger">Brand is required.</Callout>
            <Callout tone="warning">The price differs on eBay.</Callout>
            <Callout tone="info">Sending.</Callout>
            <Callout tone="success">All passed.</Callout>
            <Callout>A remark.</Callout>
          </div>
        </Card>
        <Actions />
        <Fields />
        <Card title="Steps, progress">
          <StepBar
            label="New product"
            current={1}
            steps={[{ label: 'Method' }, { label: 'Details' }, { label: 'Review' }]}
          />
          <div className={classes.gap}>
            <JobProgress
              title="Listing 120 products to Shopify"
              done={71}
              failed={3}
              total={120}
              message="About 20 seconds left."
              onStop={() => toast.info('Stopped.')}
            />
          </div>
        </Card>
        <Figures />
        <Rows />
        <Card title="Filters beside a list" padded={false}>
          <Filters />
        </Card>
        <Card title="Table" padded={false}>
          <Table />
        </Card>
        <Card title="Empty, failed, loading">
          <EmptyState title="No products yet" actions={<Button>New Product</Button>}>
            Write the first one; it takes a minute.
          </EmptyState>
          <ErrorState title="eBay did not answer" retry={() => undefined}>
            Your data is safe. Motto tries again in 30 seconds.
          </ErrorState>
          <TableSkeleton rows={3} />
          <FormSkeleton fields={2} />
        </Card>
      </div>
      {children}
    </Page>
  )
}

function Actions() {
  const [dirty, setDirty] = useState(false)
  return (
    <Card title="Buttons, dialogs, toasts">
      <div className="row wrap">
        <Button>Save Changes</Button>
        <Button variant="default">Export CSV</Button>
        <Button variant="subtle">Discard</Button>
        <Button color="red">Delete 3 products</Button>
        <Button disabled>Next</Button>
        <Button loading>Saving</Button>
      </div>
      <div className={`row wrap ${classes.gap}`}>
        <Button
          variant="default"
          size="xs"
          onClick={() =>
            void confirm({
              title: 'Delete 3 products?',
              body: 'They are taken off 2 channels.',
              confirm: 'Delete 3 products',
              danger: true,
            })
          }
        >
          Ask
        </Button>
        <Button
          variant="default"
          size="xs"
          onClick={() =>
            void confirm({
              title: 'Delete the template?',
              body: 'This cannot be undone.',
              confirm: 'Delete',
              danger: true,
              typed: 'Mugs',
            })
          }
        >
          Ask, typed
        </Button>
        <Button variant="default" size="xs" onClick={() => toast.undo('Updated products.', () => undefined)}>
          Undo
        </Button>
        <Button
          variant="default"
          size="xs"
          onClick={() =>
            toast.error('Failed to update products.', 'The connection broke. Your 3 changes are kept here.')
          }
        >
          Failure
        </Button>
        <Button variant="default" size="xs" onClick={() => setDirty(true)}>
          Change something
        </Button>
      </div>
      <SaveBar
        dirty={dirty}
        summary="3 changes in 3 products"
        onSave={() => setDirty(false)}
        onDiscard={() => setDirty(false)}
      />
    </Card>
  )
}

function Fields() {
  const [price, setPrice] = useState<number | null>(18)
  const [pieces, setPieces] = useState<number | null>(4)
  const [tags, setTags] = useState(['kitchen', 'enamel'])
  const [value, setValue] = useState<string | null>(null)
  const [values, setValues] = useState(['1', '2'])
  const [range, setRange] = useState('1 Day')
  return (
    <Card title="Fields">
      <div className="stack">
        <TextInput label="Title" required placeholder="What it is" description="At most 140 characters." />
        <TextInput label="Quantity" error="Quantity is required." />
        <TextInput label="SKU" value="HP-0412" readOnly />
        <Textarea label="Description" />
        <MoneyInput label="Price" value={price} onChange={setPrice} />
        <QuantityInput label="Available" value={pieces} onChange={setPieces} max={999} />
        <TagInput label="Tags" value={tags} onChange={setTags} options={['kitchen', 'enamel', 'garden']} />
        <SearchSelect label="Material" options={many} value={value} onChange={setValue} clearable />
        <SearchMultiSelect label="Colours" options={many} value={values} onChange={setValues} maxValues={5} />
        <Checkbox label="Ready to ship" defaultChecked />
        <Switch label="Sync the quantity" defaultChecked />
        <Segments aria-label="Range" data={['1 Day', '1 Week', '1 Month']} value={range} onChange={setRange} />
        <FileDrop
          label="Images"
          onFiles={(files) => toast.info(`${files.length} chosen`)}
          accept={['image/png', 'image/jpeg']}
        >
          Drop images here, or press to choose
        </FileDrop>
      </div>
    </Card>
  )
}

const Figures = () => (
  <Card title="Figures and facts">
    <div className="stack">
      <Numbers label="Figures">
        <li>
          <span>Products</span>
          <b>1,284</b>
          <small>31 out of stock</small>
        </li>
        <li>
          <span>Orders last checked</span>
          <b data-words="">2 min ago</b>
          <small>4:52 PM</small>
        </li>
      </Numbers>
      <Facts>
        <dt>Listed</dt>
        <dd>Nov 20, 2026</dd>
        <dt>Number there</dt>
        <dd className="mono">110553922126</dd>
      </Facts>
      <LookOnly needs="products:write" />
      <StepFoot onBack={() => undefined} problem="Must enter a SKU">
        <Button disabled>Next</Button>
      </StepFoot>
    </div>
  </Card>
)

const Rows = () => (
  <Card title="Rows with a state" padded={false}>
    <ToneList>
      <li data-tone="danger">
        <Icon name="alert" />
        <span className="grow">
          <b>Brand</b>
          <small>Required by eBay.</small>
        </span>
        <Button size="xs" variant="default">
          Fix
        </Button>
      </li>
      <li data-tone="warning">
        <Icon name="warning" />
        <span className="grow">
          <b>Style</b>
          <small>Recommended: buyers filter by it.</small>
        </span>
      </li>
      <li data-tone="success">
        <Icon name="check-circle" />
        <span className="grow">Everything else is complete</span>
      </li>
      <li>
        <Thumb url="" />
        <span className="grow">A product without an image</span>
      </li>
    </ToneList>
  </Card>
)

function Filters() {
  const panel = useSidePanel('gallery')
  const [words, setWords] = useState('')
  return (
    <>
      <div className={`row ${classes.bar}`}>
        <SidePanelButton panel={panel} right={words ? <Count>1</Count> : undefined}>
          Filters
        </SidePanelButton>
      </div>
      <BesidePanel
        panel={panel}
        title="Filters"
        onSearch={() => toast.info(`Looked for “${words}”`)}
        onClear={() => setWords('')}
        fields={
          <>
            <TextInput label="Keywords" value={words} onChange={(event) => setWords(event.currentTarget.value)} />
            <MoneyInput label="Price from" value={null} onChange={() => undefined} />
          </>
        }
      >
        <EmptyState title="The list" />
      </BesidePanel>
    </>
  )
}

function Table() {
  const [selected, setSelected] = useState<Set<string>>(new Set(['HP-0412']))
  return (
    <DataTable
      label="Products"
      rows={rows}
      rowKey={(row) => row.sku}
      columns={[
        { key: 'sku', header: 'SKU', sortable: true, render: (row) => <span className="mono">{row.sku}</span> },
        { key: 'title', header: 'Title', phone: 'title', render: (row) => row.title },
        { key: 'price', header: 'Price', align: 'right', sortable: true, render: (row) => row.price },
        {
          key: 'state',
          header: 'Listings',
          render: (row) => <ChannelMark channel="ebay" state={row.state as ListingState} />,
        },
      ]}
      sort={{ by: 'price', descending: true }}
      onSort={(sort) => toast.info(`${sort.by}, ${sort.descending ? 'descending' : 'ascending'}`)}
      selected={selected}
      onSelect={setSelected}
      page={{ offset: 0, limit: 25, items: 684, onChange: (offset) => toast.info(`from ${offset}`) }}
      footer={
        <>
          <b>{selected.size}</b> selected
        </>
      }
    />
  )
}
