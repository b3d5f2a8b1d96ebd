import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { findRefusal } from '#app/lib/own-api.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { paths } from '#contracts/paths.ts'

type LoadedBodyProps<T> = {
	query: UseQueryResult<T>
	children: (body: T) => ReactNode
}

/** A lesson as the server returns it under the access policy, or why it is missing: loading, refused or unreachable. */
export function LoadedBody<T>({ query, children }: LoadedBodyProps<T>) {
	if (query.data !== undefined) return <>{children(query.data)}</>
	if (query.isPending)
		return (
			<p role="status" className="min-h-dvh">
				Loading the lesson…
			</p>
		)
	if (findRefusal(query.error)?.code === 'not_enrolled')
		return (
			<Callout role="alert" title="This lesson is part of the full course">
				<p>Your account does not have the full course right now. Your progress is saved.</p>
				<LinkButton to={paths.offer} variant="secondary" className="mt-3">
					See the Full Course
				</LinkButton>
			</Callout>
		)
	return (
		<Callout tone="danger" role="alert" title="The lesson could not be loaded">
			<p>Check your connection and try again. Your progress is saved.</p>
			<Button variant="secondary" className="mt-3" pending={query.isFetching} onClick={() => void query.refetch()}>
				Try Again
			</Button>
		</Callout>
	)
}
