import { useState } from 'react'
import { allTags } from '#contract/products/products.ts'
import { saveTemplate } from '#contract/templates.ts'
import { nameKey } from '#domain/products/attributes/values.ts'
import { useRead, useWrite } from '#web/api.ts'
import { HtmlEditor } from '#web/form/html/editor.tsx'
import { examplesOf, noteOf, referenceTo } from '#web/form/mentions/mention.ts'
import { SizeWeight } from '#web/form/products/size-weight.tsx'
import { TitleInput } from '#web/form/mentions/title-input.tsx'
import { Writable } from '#web/may.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { EntriesOf, useEntries } from '#web/ui/inputs/entries.tsx'
import { SaveBar } from '#web/ui/dialogs/save-bar.tsx'
import { SearchMultiSelect } from '#web/ui/choices/search-select.tsx'
import { TagInput, type TagInputProps } from '#web/ui/choices/tag-input.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { AttributesEditor } from './attributes-editor.tsx'
import { DeleteCard } from './delete-card.tsx'
import {
  changedIn,
  changeOf,
  type Draft,
  draftOf,
  draftSince,
  fieldLabels,
  madeIn,
  nameProblem,
  renamed,
  type RowKeys,
} from './draft.ts'
import { MappingCard } from './mapping-card.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { type Template, useTemplate } from './editor.ts'

/** Most attributes a product may vary by. */
const mostVariations = 3

/** With those of all products to choose from; apart, so that nothing else is drawn once more when they arrive. */
function Tags(props: Pick<TagInputProps, 'value' | 'error' | 'onChange'>) {
  const tags = useRead(allTags)
  return <TagInput label="Tags" options={tags.data} {...props} />
}

interface Saved {
  reply: Template
  /** As it was when it was saved. */
  before: Template
  keys: RowKeys
}

/** What every product of the template begins with, and its attributes. */
export function TemplateTab() {
  const template = useTemplate()
  const [saved, setSaved] = useState<Saved>()
  // What was saved stands at once, not as it was before until it is read anew.
  const savedDraft = draftOf(saved?.before === template ? saved.reply : template, saved?.keys ?? {})
  const [edited, setEdited] = useState<Partial<Draft>>({})
  const draft: Draft = { ...savedDraft, ...edited }
  const changed = changedIn(savedDraft, draft)
  const set = (change: Partial<Draft>) => setEdited((now) => ({ ...now, ...change }))
  const entries = useEntries()
  const [merging, setMerging] = useState<number>()
  const source = template.attributes.find(({ id }) => id === merging)
  const write = useWrite(saveTemplate, {
    quiet: true,
    onSuccess: () => toast.success('Template Saved.'),
    onError: (error) => toast.error(error.message),
  })
  const names = draft.attributes.map((a) => a.name.trim()).filter(Boolean)
  const examples = examplesOf(draft.attributes)
  const bad = draft.attributes.findIndex((_, index) => nameProblem(draft.attributes, index) !== undefined)
  const problem = bad < 0 ? entries.problem : `Attribute ${bad + 1}: ${nameProblem(draft.attributes, bad)}`
  const errorOf = (path: string) => write.error?.fields[`productTemplate.${path}`]
  return (
    <div className="stack">
      <Writable needs="templates:write">
        <Card title="Defaults">
          <div className="stack">
            <TitleInput
              label="Title"
              names={names}
              noteOf={noteOf(undefined, examples)}
              value={draft.title}
              error={errorOf('title')}
              description="Default title for new products. Type @ to insert an attribute."
              onChange={(title) => set({ title })}
            />
            <HtmlEditor
              label="Description"
              names={names}
              examples={examples}
              value={draft.description}
              error={errorOf('description')}
              onChange={(description) => set({ description })}
            />
            <Tags value={draft.tags} error={errorOf('tags')} onChange={(next) => set({ tags: next })} />
          </div>
        </Card>
        <Card title="Size and weight">
          <EntriesOf form={entries}>
            <SizeWeight value={draft.sizeAndWeight} onChange={(sizeAndWeight) => set({ sizeAndWeight })} />
          </EntriesOf>
        </Card>
        <AttributesEditor
          attributes={draft.attributes}
          errorOf={errorOf}
          onChange={(attributes) =>
            set({
              attributes,
              variations: draft.variations.filter((v) => attributes.some((a) => nameKey(a.name) === nameKey(v))),
            })
          }
          unmergeable={changed.length > 0 ? 'Merge: save your changes first' : undefined}
          onMerge={({ id }) => setMerging(id)}
          onRename={(index, name) => set(renamed(draft, index, name))}
          onMention={(name, where) =>
            set(
              where === 'title'
                ? { title: `${draft.title} ${referenceTo(name)}`.trim() }
                : { description: `${draft.description}\n<p>${name}: ${referenceTo(name)}</p>`.trim() },
            )
          }
        />
        <Card title="Variations">
          <div id="variations">
            <SearchMultiSelect
              label="Variation attributes"
              description="Up to three attributes, such as Size and Color. Each variation has its own values, SKU and stock."
              options={[...new Set(names)].map((name) => ({ value: name, label: name }))}
              value={draft.variations}
              maxValues={mostVariations}
              error={errorOf('variations')}
              onChange={(variations) => set({ variations })}
            />
          </div>
        </Card>
        <MappingCard
          on={draft.configuration.dynamicMappingEnabled}
          onChange={(dynamicMappingEnabled) => set({ configuration: { dynamicMappingEnabled } })}
        />
      </Writable>
      <DeleteCard />
      {source && <MergeDialog template={template} source={source} onClose={() => setMerging(undefined)} />}
      {write.error && changed.length > 0 && (
        <Callout tone="danger">{write.error.message} Your entries are still here.</Callout>
      )}
      <SaveBar
        dirty={changed.length > 0 || entries.wrong.length > 0}
        summary={`Unsaved changes: ${[...changed.map((field) => fieldLabels[field]), ...entries.wrong.map(({ label }) => label)].join(', ')}`}
        problem={problem}
        saving={write.isPending}
        saveLabel="Save"
        onSave={() =>
          write.mutate(
            { params: { id: template.id }, body: { productTemplate: changeOf(draft, changed) } },
            {
              onSuccess: (reply) => {
                const made = madeIn(edited, reply)
                setSaved((last) => ({ reply, before: template, keys: { ...last?.keys, ...made } }))
                setEdited((now) => draftSince(now, edited, made))
              },
            },
          )
        }
        onDiscard={() => {
          setEdited({})
          entries.discard()
          write.reset()
        }}
      />
    </div>
  )
}
