import { ProductPicker } from '#web/features/inventory/table/product-picker.tsx'
import { NewOrderPage } from '#web/features/orders/entry/new-order-page.tsx'

/** The wizard whose products are chosen in the inventory's table. */
export const NewOrder = () => <NewOrderPage Picker={ProductPicker} />
