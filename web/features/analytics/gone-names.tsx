import { Button } from '@mantine/core'
import { allAttributeValues } from '#contract/products/products.ts'
import { listTemplates } from '#contract/templates.ts'
import { attributesOf } from '#domain/analytics/attributes.ts'
import { goneWords } from '#domain/analytics/gone.ts'
import { useRead } from '#web/api.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { type AnalyticsSearch, attributesText, blankAsNone } from './address.ts'

/** Filters of a saved query or a link whose template or attribute was renamed or deleted since. */
export function GoneNames({
  search,
  onChange,
}: {
  search: AnalyticsSearch
  onChange: (change: AnalyticsSearch) => void
}) {
  const chosen = attributesOf(search)
  const templates = useRead(listTemplates, { query: {} }, { enabled: search.templates !== undefined })
  const values = useRead(allAttributeValues, { query: {} }, { enabled: chosen.length > 0 })
  const isTemplate = (name: string) => !templates.data || templates.data.some((template) => template.name === name)
  const isAttribute = (name: string) => !values.data || values.data.some((attribute) => attribute.name === name)
  const missingNames = goneWords({
    templates: (search.templates ?? []).filter((name) => !isTemplate(name)),
    attributes: chosen.map(({ name }) => name).filter((name) => !isAttribute(name)),
  })
  if (!missingNames) return null
  return (
    <div role="status">
      <Callout
        tone="warning"
        action={
          <Button
            variant="default"
            size="xs"
            onClick={() =>
              onChange({
                templates: blankAsNone(search.templates?.filter(isTemplate)),
                attributes: attributesText(chosen.filter(({ name }) => isAttribute(name))),
              })
            }
          >
            Clear
          </Button>
        }
      >
        {missingNames}
      </Callout>
    </div>
  )
}
