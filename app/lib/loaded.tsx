import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { Spinner } from '#app/ui/spinner.tsx'

import { describeRefusal, type AuthOutcome } from './auth-refusal.ts'
import { ApiError } from './own-api.ts'
import { LoadFailed } from './query-provider.tsx'

/** @throws Error with a readable message if the auth server refused */
export function requireAuthValue<T>(outcome: AuthOutcome<T>): T {
	if (outcome.ok) return outcome.value
	throw new Error(describeRefusal(outcome.refusal))
}

const reasonOf = (error: Error) =>
	error instanceof ApiError && error.failure.kind === 'unreachable'
		? 'We couldn’t reach the server. Check your connection and try again.'
		: error.message

type LoadedProps<T> = {
	query: UseQueryResult<T>
	what: string
	/** Class for the height while loading; by default that of a line and a button. */
	heightClass?: string
	children: (data: T) => ReactNode
}

/** Renders a query's data, or while there is none, a loading line or the error. Earlier data stays during a refetch. */
export function Loaded<T>({ query, what, heightClass = 'min-h-13', children }: LoadedProps<T>) {
	if (query.data !== undefined) return <>{children(query.data)}</>
	if (!query.isError)
		return (
			<p role="status" className={`flex items-start gap-3 ${heightClass}`}>
				<Spinner /> Loading {what}…
			</p>
		)
	return (
		<LoadFailed query={query} title={`Couldn’t load ${what}`}>
			<p>{reasonOf(query.error)}</p>
		</LoadFailed>
	)
}
