import { Button } from '#app/ui/button.tsx'
import { Alert, Callout } from '#app/ui/callout.tsx'
import { unpackAnswers } from '#domain/selector/pack-answers.ts'
import type { SelectorAnswers } from '#domain/selector/selector-questions.ts'

export type SharedLink = { state: 'none' } | { state: 'unreadable' } | { state: 'answers'; answers: SelectorAnswers }

/** @param packed value in the URL, or null */
export function readSharedLink(packed: string | null): SharedLink {
	if (packed === null) return { state: 'none' }
	const answers = unpackAnswers(packed)
	return answers ? { state: 'answers', answers } : { state: 'unreadable' }
}

type SharedNoticeProps = { link: SharedLink; onLeave: () => void; onAdopt: (answers: SelectorAnswers) => void }

/** Says that the page shows another person's answers. They replace the visitor's own only on request. */
export function SharedNotice({ link, onLeave, onAdopt }: SharedNoticeProps) {
	if (link.state === 'none') return null
	return (
		<div className="page screen-only pt-10">
			{link.state === 'unreadable' ? (
				<Alert title="We couldn’t read this link">
					<p>It may have been cut off. Your own answers are below.</p>
				</Alert>
			) : (
				<Callout title="You’re looking at shared answers">
					<p>They came with the link. Your own answers in this browser haven’t changed.</p>
					<div className="mt-4 flex flex-wrap gap-4">
						<Button variant="secondary" onClick={onLeave}>
							Go to My Answers
						</Button>
						<Button variant="quiet" onClick={() => onAdopt(link.answers)}>
							Use These as My Answers
						</Button>
					</div>
				</Callout>
			)}
		</div>
	)
}
