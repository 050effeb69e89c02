import { CsvUpload } from '#web/features/imports/csv-upload.tsx'
import { NewProductPage } from '#web/features/products/new-product-page.tsx'
import { NewTemplatePage } from '#web/features/templates/new-template-page.tsx'

/** Wizards whose method of importing a file belongs to another area. */
export const NewProduct = () => <NewProductPage csv={<CsvUpload kind="products" />} />

export const NewTemplate = () => <NewTemplatePage csv={<CsvUpload kind="templates" />} />
