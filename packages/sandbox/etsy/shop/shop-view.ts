import type { Json } from '../../kit/json.ts'
import seeds from '../data/shop.json' with { type: 'json' }
import type { ProcessingProfile, ReturnPolicy, Section, ShippingProfile, Shop } from '../state.ts'

const cents = (amount: number): Json => ({
  amount: Math.round(amount * 100),
  divisor: 100,
  currency_code: seeds.currency,
})

export const showProfile = ({ seller }: Shop, { id, title, ...profile }: ShippingProfile): Json => ({
  shipping_profile_id: id,
  title,
  user_id: seller.userId,
  origin_country_iso: seeds.country,
  is_deleted: false,
  shipping_profile_destinations: [
    {
      shipping_profile_destination_id: id + 500,
      shipping_profile_id: id,
      origin_country_iso: seeds.country,
      destination_country_iso: '',
      destination_region: 'none',
      primary_cost: cents(profile.primaryCost),
      secondary_cost: cents(profile.secondaryCost),
      shipping_carrier_id: 0,
      mail_class: null,
      min_delivery_days: profile.minDays,
      max_delivery_days: profile.maxDays,
    },
  ],
  shipping_profile_upgrades: [],
  origin_postal_code: '97209',
  profile_type: 'manual',
  domestic_handling_fee: 0,
  international_handling_fee: 0,
})
export const showPolicy = ({ seller }: Shop, policy: ReturnPolicy): Json => ({ shop_id: seller.shopId, ...policy })
export const showProcessing = ({ seller }: Shop, { min, max, label, ...profile }: ProcessingProfile): Json => ({
  shop_id: seller.shopId,
  ...profile,
  min_processing_days: min,
  max_processing_days: max,
  processing_days_display_label: label,
})
export const showSection = (
  { seller }: Shop,
  { shop_section_id, title }: Section,
  rank: number,
  listed: number,
): Json => ({
  shop_section_id,
  title,
  rank,
  user_id: seller.userId,
  active_listing_count: listed,
})

export function showShop({ seller, context }: Shop, active: number): Json {
  const { name, userId, shopId, since } = seller
  return {
    shop_id: shopId,
    user_id: userId,
    shop_name: name,
    create_date: since,
    created_timestamp: since,
    title: `${name} on the sandbox`,
    announcement: null,
    currency_code: seeds.currency,
    is_vacation: false,
    vacation_message: null,
    sale_message: null,
    digital_sale_message: null,
    update_date: since,
    updated_timestamp: since,
    listing_active_count: active,
    digital_listing_count: 0,
    login_name: name.toLowerCase(),
    accepts_custom_requests: false,
    url: `${context.baseUrl}/shop/${name}`,
    num_favorers: 0,
    languages: ['en-US'],
    is_using_structured_policies: true,
    has_onboarded_structured_policies: true,
    include_dispute_form_link: false,
    is_direct_checkout_onboarded: true,
    is_etsy_payments_onboarded: true,
    is_calculated_eligible: false,
    is_opted_in_to_buyer_promise: false,
    is_shop_us_based: true,
    transaction_sold_count: 0,
    shipping_from_country_iso: seeds.country,
    shop_location_country_iso: seeds.country,
  }
}
