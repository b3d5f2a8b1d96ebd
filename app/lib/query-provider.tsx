import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { findRefusal } from './own-api.ts'

const MAX_RETRIES = 2

/** A refusal stays the same when repeated; an unreachable server may be back in a moment. */
const isWorthRetrying = (failures: number, error: Error) => failures < MAX_RETRIES && findRefusal(error) === null

const client = new QueryClient({
	// 'always': being offline shows as a failure that can be retried, instead of an endless spinner.
	defaultOptions: { queries: { networkMode: 'always', retry: isWorthRetrying, staleTime: 30_000, refetchOnReconnect: true } },
})

/** Server state for the pages below it. Pages that request nothing from the server do not load it. */
export function QueryProvider({ children }: { children: ReactNode }) {
	return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
