import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { ApiError } from './own-api.ts'

const MOST_RETRIES = 2

/** A refusal stays one however often it is asked; an unreachable server may be back in a moment. */
const isWorthRetrying = (failures: number, error: Error) =>
	failures < MOST_RETRIES && !(error instanceof ApiError && error.failure.kind === 'refused')

const client = new QueryClient({
	// 'always': offline shows as the failure it is, with a way to try again, instead of a spinner that waits for ever.
	defaultOptions: { queries: { networkMode: 'always', retry: isWorthRetrying, staleTime: 30_000, refetchOnReconnect: true } },
})

/** Server state for the pages beneath. Pages that ask the server nothing do not carry it. */
export function QueryProvider({ children }: { children: ReactNode }) {
	return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
