import { formatMoney } from '#domain/pricing/money.ts'

/** A price as a page shows it: `$47` for whole dollars, `$37.60` otherwise. */
export const formatPrice = (cents: number): string => formatMoney(cents).replace(/\.00$/, '')
