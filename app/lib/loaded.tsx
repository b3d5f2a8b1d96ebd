import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { Button } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { Spinner } from '#app/ui/spinner.tsx'

import { describeRefusal, type AuthOutcome } from './auth-refusal.ts'
import { ApiError } from './own-api.ts'

/** For a query's function. @throws Error with a plain sentence if the auth server refused */
export function requireValue<T>(outcome: AuthOutcome<T>): T {
	if (outcome.ok) return outcome.value
	throw new Error(describeRefusal(outcome.refusal))
}

const reasonOf = (error: Error) =>
	error instanceof ApiError && error.failure.kind === 'unreachable'
		? 'We could not reach the server. Check your connection and try again.'
		: error.message

type LoadedProps<T> = {
	query: UseQueryResult<T>
	/** As named in a sentence, e.g. "your passkeys". */
	what: string
	/** A class that reserves as much space as the content needs; omitted for a line and a button. */
	room?: string
	children: (data: T) => ReactNode
}

/** The data of a query, or a loading line, or the error. Earlier data stays while it is loaded again. */
export function Loaded<T>({ query, what, room = 'min-h-13', children }: LoadedProps<T>) {
	if (query.data !== undefined) return <>{children(query.data)}</>
	if (!query.isError)
		return (
			<p role="status" className={`flex items-start gap-3 ${room}`}>
				<Spinner /> Loading {what}…
			</p>
		)
	return (
		<Callout tone="danger" role="alert" title={`Could not load ${what}`}>
			<p>{reasonOf(query.error)}</p>
			<Button variant="secondary" className="mt-3" pending={query.isFetching} onClick={() => void query.refetch()}>
				Try Again
			</Button>
		</Callout>
	)
}
