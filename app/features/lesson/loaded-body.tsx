import type { ReactNode } from 'react'

import { findRefusal } from '#app/lib/own-api.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import type { LessonResponse } from '#contracts/course.ts'
import { paths } from '#contracts/paths.ts'

import type { HeldLesson } from './lesson-shelf.ts'

type LoadedBodyProps = {
	lesson: HeldLesson & { ask: () => void }
	children: (body: LessonResponse) => ReactNode
}

export function LoadedBody({ lesson: { body, error, ask }, children }: LoadedBodyProps) {
	if (body) return <>{children(body)}</>
	if (error === null)
		return (
			<p role="status" className="min-h-dvh">
				Loading the lesson…
			</p>
		)
	if (findRefusal(error)?.code === 'not_enrolled')
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
			<Button variant="secondary" className="mt-3" onClick={ask}>
				Try Again
			</Button>
		</Callout>
	)
}
