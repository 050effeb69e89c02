const carriers = [
  'USPS',
  'UPS',
  'FedEx',
  'DHL',
  'Royal Mail',
  'Canada Post',
  'Australia Post',
  'Hermes',
  'GLS',
  'DPD',
  'TNT',
]

/** Who carries a parcel, from the service a seller or a channel named: `USPSPriority` is carried by USPS. An unknown service names its carrier itself. */
export function carrierOf(service: string): string {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, '')
  return carriers.find((carrier) => plain(service).startsWith(plain(carrier))) ?? service.trim()
}
