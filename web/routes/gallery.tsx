import { GalleryPage } from '#web/features/gallery/gallery-page.tsx'
import { ProductPicker } from '#web/features/inventory/table/product-picker.tsx'
import { Card } from '#web/ui/layout/page.tsx'

/** The components of the design system, and those that several areas take from one of them. */
export const Gallery = () => (
  <GalleryPage>
    <Card title="Products to choose from">
      <ProductPicker />
    </Card>
  </GalleryPage>
)
