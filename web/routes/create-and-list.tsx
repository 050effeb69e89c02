import { CreateAndListPage } from '#web/features/listings/create/create-page.tsx'
import { Images } from '#web/features/products/images/images.tsx'

/** One screen whose pictures belong to another area. */
export const CreateAndList = () => <CreateAndListPage Images={Images} />
