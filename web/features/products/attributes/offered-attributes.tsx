import { useAttributeOffers } from '#web/form/mentions/attribute-offers.ts'
import { AttributesGrid, type GridProps } from './attributes-grid.tsx'

interface Props extends Omit<GridProps, 'offers'> {
  templateId: number
  productId: number
}

/** The attributes of a product that exists, with what its channels take for each. */
export const OfferedAttributes = ({ templateId, productId, ...grid }: Props) => (
  <AttributesGrid {...grid} offers={useAttributeOffers({ templateId, productId })} />
)
