import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { Button } from '#app/ui/button.tsx'
import { Alert } from '#app/ui/callout.tsx'

import { findRefusal } from './own-api.ts'

const MAX_RETRIES = 2

/** Retries only if the server was unreachable: it would repeat a refusal. */
const isWorthRetrying = (failures: number, error: Error) => failures < MAX_RETRIES && findRefusal(error) === null

const client = new QueryClient({
	// 'always': being offline is an error with a Retry button instead of an endless spinner.
	defaultOptions: { queries: { networkMode: 'always', retry: isWorthRetrying, staleTime: 30_000, refetchOnReconnect: true } },
})

/** Provides the query client. Not in the root, so that pages without requests don't load it. */
export function QueryProvider({ children }: { children: ReactNode }) {
	return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

type LoadFailedProps = { query: { isFetching: boolean; refetch: () => Promise<unknown> }; title: string; children?: ReactNode }

/** Says that a query failed, with a button to repeat it. */
export const LoadFailed = ({ query, title, children }: LoadFailedProps) => (
	<Alert title={title}>
		{children}
		<Button variant="secondary" className="mt-3" pending={query.isFetching} onClick={() => void query.refetch()}>
			Try Again
		</Button>
	</Alert>
)
