import { type ReactNode, useEffect, useRef } from 'react'

import { BenefitList } from '#app/ui/benefit-list.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { SpritePicture } from '#app/ui/sprite-picture.tsx'
import type { HustlerProfile, HustlerQuiz } from '#content/schema/hustler-quiz.ts'

import { ResultPlan } from './result-plan.tsx'

const BANDS: Record<HustlerProfile['color'], string> = {
	coral: 'bg-accent text-on-accent',
	teal: 'bg-spruce text-on-spruce',
	amber: 'bg-sun text-on-sun',
	plum: 'bg-ink text-ground',
}

type HustlerResultProps = {
	quiz: HustlerQuiz
	profile: HustlerProfile
	incomeNote: string
	/** Passed in, because a feature can't import the checkout. */
	purchase: ReactNode
	/** False for a stored result shown to a returning visitor, which must not move focus. */
	takesFocus: boolean
	onRetake: () => void
}

export function HustlerResult({ quiz, profile, incomeNote, purchase, takesFocus, onRetake }: HustlerResultProps) {
	const heading = useRef<HTMLHeadingElement>(null)
	useEffect(() => {
		if (!takesFocus) return
		heading.current?.focus()
		window.scrollTo({ top: 0 })
	}, [takesFocus])

	return (
		<>
			<div className={BANDS[profile.color]}>
				<div className="grid lg:grid-cols-[minmax(0,1fr)_minmax(26rem,42vw)]">
					<div className="pt-10 pb-12 px-[max(clamp(1.125rem,4vw,2.5rem),(100vw_-_var(--container-page))_/_2)] lg:py-16 lg:pr-12">
						<h1 className="text-base font-semibold tracking-normal">{quiz.title}</h1>
						<h2 ref={heading} tabIndex={-1} className="mt-4 text-4xl outline-none">
							{profile.title} <span aria-hidden="true">{profile.icon}</span>
						</h2>
						<p className="mt-4 text-xl">{profile.subtitle}</p>
						<p className="mt-6 max-w-[38rem]">{profile.description}</p>
						<Button variant="secondary" className="mt-8" onClick={onRetake}>
							{quiz.labels.retake}
						</Button>
					</div>
					<SpritePicture name={profile.type} align="xMaxYMax slice" className="h-64 w-full lg:h-full" />
				</div>
			</div>
			<div className="page grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-12 py-12 lg:grid-cols-[minmax(0,1fr)_23rem] lg:py-20">
				<ResultOffer callToAction={quiz.callToAction} purchase={purchase} />
				<ResultPlan quiz={quiz} profile={profile} incomeNote={incomeNote} />
			</div>
		</>
	)
}

function ResultOffer({ callToAction, purchase }: { callToAction: HustlerQuiz['callToAction']; purchase: ReactNode }) {
	return (
		<aside aria-labelledby="result-offer" className="self-start border-2 border-ink bg-raised p-7 lg:sticky lg:top-28 lg:col-start-2">
			<h3 id="result-offer">{callToAction.title}</h3>
			<p className="mt-3">{callToAction.text}</p>
			<BenefitList heading="h3" items={callToAction.benefits} className="mt-5 gap-2.5" />
			<div className="mt-7 grid gap-3">
				{purchase}
				<LinkButton variant="quiet" to={callToAction.freeStart.href}>
					{callToAction.freeStart.label}
				</LinkButton>
			</div>
		</aside>
	)
}
