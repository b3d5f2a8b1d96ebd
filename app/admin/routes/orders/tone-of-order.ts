import type { Tone } from '#app/admin/ui/format.tsx'
import type { OrderStatus } from '#domain/orders/order-status.ts'

const TONES: Partial<Record<OrderStatus, Tone>> = {
	paid: 'good',
	processing: 'warn',
	partially_refunded: 'warn',
	refund_pending: 'warn',
	disputed: 'bad',
	dispute_lost: 'bad',
	failed: 'bad',
}

export const toneOfOrder = (status: OrderStatus): Tone => TONES[status] ?? 'calm'
