import { useEffect, useRef } from 'react'

import { Button } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import type { HustlerQuiz } from '#content/schema/hustler-quiz.ts'

const BOARDS = [
	{ y: 96, turn: -5, toLeft: true, fill: 'var(--art-sun)', text: 'var(--on-sun)', word: 'Creator' },
	{ y: 160, turn: 4, toLeft: false, fill: 'var(--art-snow)', text: 'var(--art-ink)', word: 'Analyst' },
	{ y: 224, turn: 3, toLeft: true, fill: 'var(--art-field)', text: 'var(--ink)', word: 'Affiliate' },
	{ y: 288, turn: -4, toLeft: false, fill: 'var(--art-deep)', text: 'var(--art-snow)', word: 'Builder' },
] as const

function QuizPicture({ className = '' }: { className?: string }) {
	return (
		<svg className={className} viewBox="0 0 560 560" aria-hidden="true" focusable="false">
			<rect width="560" height="560" fill="var(--art-sky)" />
			<circle cx="430" cy="120" r="66" fill="var(--art-sun)" opacity="0.9" />
			<path d="M0 380 92 268 152 326 236 236 320 336 402 280 560 384V560H0Z" fill="var(--art-far)" />
			<path d="M0 416C140 356 300 372 400 404S520 420 560 400V560H0Z" fill="var(--art-mid)" />
			<path d="M0 470C180 424 380 436 560 476V560H0Z" fill="var(--art-near)" />
			<path d="M226 560C258 530 264 510 268 484H294C300 512 314 534 348 560Z" fill="var(--art-way)" />
			<path
				d="M282 490C200 462 96 474 -10 446M282 490C350 474 396 440 470 416M282 490C380 484 470 520 570 516"
				fill="none"
				stroke="var(--art-way)"
				strokeWidth="16"
			/>
			<path d="M270 496V64L281 50 292 64V496Z" fill="var(--art-ink)" />
			{BOARDS.map(({ y, turn, toLeft, fill, text, word }) => (
				<g key={word} transform={`rotate(${turn} 281 ${y})`}>
					<path
						d={toLeft ? `M312 ${y - 25}H118L88 ${y} 118 ${y + 25}H312Z` : `M250 ${y - 25}H444L474 ${y} 444 ${y + 25}H250Z`}
						fill={fill}
						stroke="var(--art-ink)"
						strokeWidth="4"
					/>
					<text
						x={toLeft ? 210 : 352}
						y={y + 9}
						fontSize="27"
						fontWeight="600"
						textAnchor="middle"
						fill={text}
						fontFamily="var(--font-sans)"
					>
						{word}
					</text>
				</g>
			))}
		</svg>
	)
}

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
			<QuizPicture className="w-full max-w-[30rem] justify-self-center lg:max-w-none" />
		</div>
	)
}
