import { useEffect, useRef } from 'react'

import { Button } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { SpritePicture } from '#app/ui/sprite-picture.tsx'
import type { HustlerQuiz } from '#content/schema/hustler-quiz.ts'

type QuizIntroProps = {
	title: string
	intro: HustlerQuiz['intro']
	/** True after Retake Quiz, whose button was removed, so the intro takes focus. */
	takesFocus: boolean
	onStart: () => void
}

export function QuizIntro({ title, intro, takesFocus, onStart }: QuizIntroProps) {
	const heading = useRef<HTMLHeadingElement>(null)
	useEffect(() => {
		if (takesFocus) heading.current?.focus()
	}, [takesFocus])
	return (
		<div className="page grid items-center gap-x-16 gap-y-10 py-10 lg:grid-cols-[7fr_5fr] lg:py-16">
			<div className="max-w-[42rem]">
				<h1 ref={heading} tabIndex={-1} className="text-4xl">
					{title}
				</h1>
				<p className="mt-6 text-lg">{intro.text}</p>
				<ul className="mt-6 flex flex-wrap gap-x-6 gap-y-2 font-semibold text-accent-ink">
					{intro.facts.map((fact) => (
						<li key={fact}>{fact}</li>
					))}
				</ul>
				<Button size="lg" className="mt-8" onClick={onStart}>
					{intro.startLabel}
				</Button>
				<noscript>
					<div className="mt-8">
						<Callout title="The quiz needs JavaScript">
							<p>It runs in your browser and sends nothing. Please turn on JavaScript and reload this page.</p>
						</Callout>
					</div>
				</noscript>
			</div>
			<SpritePicture name="crossroads" className="w-full max-w-[30rem] justify-self-center lg:max-w-none" />
		</div>
	)
}
