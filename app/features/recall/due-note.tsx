import { Link } from 'react-router'

import { LinkButton } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { paths } from '#contracts/paths.ts'
import { REVIEW_SIZE } from '#domain/recall/due-questions.ts'

import { formatDueQuestions } from './format-due.ts'
import { formatReturn } from './format-return.ts'
import { type ReviewScope, useDueQuestions } from './use-due.ts'

/** Renders nothing before the first answer. */
export function DueNote(scope: ReviewScope) {
	const { due, nextMs, nowMs } = useDueQuestions(scope)
	if (due.length > 0)
		return (
			<Callout title={formatDueQuestions(due.length)}>
				<p className="max-w-read">
					{due.length > REVIEW_SIZE ? `A review asks ${REVIEW_SIZE} of them. ` : ''}Answering from memory helps you remember longer than
					reading again.
				</p>
				<LinkButton to={paths.review} className="mt-3">
					Start the Review
				</LinkButton>
			</Callout>
		)
	if (nextMs === null) return null
	return (
		<p className="text-soft">
			We’ll ask the next question {formatReturn(nextMs, nowMs)}.{' '}
			<Link className="link" to={paths.review}>
				What you remember
			</Link>
		</p>
	)
}
