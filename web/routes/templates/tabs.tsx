import { getRouteApi } from '@tanstack/react-router'
import { TemplateListingTab } from '#web/features/listings/editor/template-listing-tab.tsx'
import { useTemplate } from '#web/features/templates/editor.ts'

const listing = getRouteApi('/template/$templateId/listing/{-$channel}')

/** The tab of the template page whose content belongs to listings. */
export function TemplateListing() {
  const { channel } = listing.useParams()
  return <TemplateListingTab templateId={useTemplate().id} channel={channel} />
}
