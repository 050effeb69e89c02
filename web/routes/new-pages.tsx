import { ChannelImport } from '#web/features/adopting/channel-import.tsx'
import { CsvUpload } from '#web/features/imports/csv-upload.tsx'
import { LibraryChoice } from '#web/features/library/library-choice.tsx'
import { MarketplaceCategories } from '#web/features/listings/categories/marketplace-categories.tsx'
import { Configurations } from '#web/features/listings/configure/configurations.tsx'
import { OfferedOptions } from '#web/features/listings/configure/offered-options.tsx'
import { NewProductPage } from '#web/features/products/create/new-product-page.tsx'
import { NewTemplatePage } from '#web/features/templates/new-template-page.tsx'

/** Wizards some of whose methods belong to other areas. */
export const NewProduct = () => (
  <NewProductPage
    csv={<CsvUpload kind="products" />}
    Channel={ChannelImport}
    listings={{ Configurations, OfferedOptions }}
  />
)

export const NewTemplate = () => (
  <NewTemplatePage csv={<CsvUpload kind="templates" />} categories={MarketplaceCategories} library={LibraryChoice} />
)
