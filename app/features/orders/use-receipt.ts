import { useQuery } from '@tanstack/react-query'

import { callApi } from '#app/lib/own-api.ts'
import type { OrderReceipt } from '#contracts/payments.ts'

/** One order's receipt. @param reader id of the account: another account gets another answer */
export const useReceipt = (orderId: string, reader: string | null) =>
	useQuery({
		queryKey: ['receipt', orderId, reader],
		queryFn: ({ signal }) => callApi<OrderReceipt>(`/api/orders/${encodeURIComponent(orderId)}`, { signal }),
	})
