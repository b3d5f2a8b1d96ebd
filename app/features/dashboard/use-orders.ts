import { useQuery } from '@tanstack/react-query'

import { callApi } from '#app/lib/own-api.ts'
import { rememberOwned } from '#app/lib/owned-course.ts'
import type { OrderList } from '#contracts/payments.ts'

/** The learner's own orders and what they unlocked. */
export const useOrders = (userId: string) =>
	useQuery({
		queryKey: ['orders', userId],
		queryFn: async ({ signal }) => {
			const list = await callApi<OrderList>('/api/orders', { signal })
			rememberOwned(userId, list)
			return list
		},
	})
