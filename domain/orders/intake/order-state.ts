export type OrderState = 'open' | 'shipped' | 'cancelled'
