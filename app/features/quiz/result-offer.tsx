import type { ReactNode } from 'react'

import { LinkButton } from '#app/ui/button.tsx'
import { CheckedList } from '#app/ui/checked-list.tsx'
import type { HustlerQuiz } from '#content/schema/hustler-quiz.ts'

/** The next step after a result: the program with its four benefits, or the free first module. Sticky on wide screens. */
export function ResultOffer({ callToAction, purchase }: { callToAction: HustlerQuiz['callToAction']; purchase: ReactNode }) {
	return (
		<aside aria-labelledby="result-offer" className="self-start border-2 border-ink bg-raised p-7 lg:sticky lg:top-28 lg:col-start-2">
			<h3 id="result-offer">{callToAction.title}</h3>
			<p className="mt-3">{callToAction.text}</p>
			<CheckedList items={callToAction.benefits} className="mt-5 gap-2.5" />
			<div className="mt-7 grid gap-3">
				{purchase}
				<LinkButton variant="quiet" to={callToAction.freeStart.href}>
					{callToAction.freeStart.label}
				</LinkButton>
			</div>
		</aside>
	)
}
