import { mayShipNow } from '#domain/orders/intake/status.ts'
import { orderName } from '#domain/orders/name.ts'
import { type Offer, useOffers } from '#web/actions/offers.ts'
import { useNavigate } from '#web/ui/link.tsx'
import type { Order } from '../order.ts'
import { packLink, paperLink } from '../slips/paper-link.ts'

/** What the palette prints and packs of an order that is open. */
export function usePaperOffers(order: Order): void {
  const navigate = useNavigate()
  const { id, labelUrl } = order
  const name = orderName(order)
  const offers: (Offer | false)[] = [
    {
      action: 'printSlips',
      name: `Print the packing slip of ${name}`,
      run: () => void navigate(paperLink('slips', [id])),
    },
    labelUrl !== null && {
      action: 'printLabel',
      name: `Print the shipping label of ${name}`,
      run: () => void window.open(labelUrl, '_blank', 'noreferrer'),
    },
    mayShipNow(order) && { action: 'packOrders', name: `Pack ${name}`, run: () => void navigate(packLink([id])) },
  ]
  useOffers(
    'This order',
    offers.filter((offer) => offer !== false),
  )
}
