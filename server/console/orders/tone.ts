import type { OrderStatus } from '#domain/orders/order-status.ts'

const TONES: Partial<Record<OrderStatus, 'good' | 'bad' | 'warn'>> = {
	paid: 'good',
	processing: 'warn',
	partially_refunded: 'warn',
	refund_pending: 'warn',
	disputed: 'bad',
	dispute_lost: 'bad',
	failed: 'bad',
}

export const toneOf = (status: OrderStatus): 'calm' | 'good' | 'bad' | 'warn' => TONES[status] ?? 'calm'
