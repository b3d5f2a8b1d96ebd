import { Button } from '#app/ui/button.tsx'
import { Fold } from '#app/ui/fold.tsx'
import type { SelectorContent } from '#content/schema/selector.ts'

import type { WorksheetPaper } from './worksheet.tsx'

/** Line and end point of each of the six paths. */
const WAYS = [
	{ path: 'M240 300C210 262 150 262 84 236', x: 84, y: 236 },
	{ path: 'M240 300C214 240 176 206 138 164', x: 138, y: 164 },
	{ path: 'M240 300C230 226 222 172 208 112', x: 208, y: 112 },
	{ path: 'M240 300C252 220 266 158 292 84', x: 292, y: 84 },
	{ path: 'M240 300C268 238 318 204 356 150', x: 356, y: 150 },
	{ path: 'M240 300C278 258 346 256 412 216', x: 412, y: 216 },
]

function SixWays({ className = '' }: { className?: string }) {
	return (
		<svg className={className} viewBox="0 0 480 340" aria-hidden="true" focusable="false">
			<rect width="480" height="340" fill="var(--art-sky)" />
			<circle cx="372" cy="66" r="40" fill="var(--art-sun)" />
			<path d="M0 232 70 168 118 206 200 92 262 158 306 70 398 176 480 132V340H0Z" fill="var(--art-far)" />
			<path d="M0 268C96 214 176 244 250 222S400 214 480 190V340H0Z" fill="var(--art-mid)" />
			<path d="M0 312C130 268 330 276 480 254V340H0Z" fill="var(--art-near)" />
			{WAYS.map(({ path, x, y }, index) => {
				const isWalked = index === 3
				return (
					<g key={path}>
						<path
							d={path}
							fill="none"
							stroke={isWalked ? 'var(--art-way)' : 'var(--art-snow)'}
							strokeWidth={isWalked ? 8 : 4}
							strokeDasharray={isWalked ? undefined : '3 9'}
							strokeLinecap="round"
						/>
						<circle
							cx={x}
							cy={y}
							r={isWalked ? 13 : 9}
							fill={isWalked ? 'var(--art-sun)' : 'var(--art-snow)'}
							stroke="var(--art-ink)"
							strokeWidth="3"
						/>
					</g>
				)
			})}
			<circle cx="240" cy="300" r="15" fill="var(--art-way)" stroke="var(--art-snow)" strokeWidth="5" />
		</svg>
	)
}

const STEP =
	'[counter-increment:step] before:block before:text-(length:--text-2xl) before:leading-[1.2] before:font-semibold before:text-accent-ink before:content-[counter(step)]'

type SelectorHeadProps = {
	selector: SelectorContent
	/** Null while the sliders are shown. */
	worksheet: WorksheetPaper | null
	hasAnswers: boolean
	onPrint: (paper: WorksheetPaper) => void
	onLeaveWorksheet: () => void
}

export function SelectorHead({ selector, worksheet, hasAnswers, onPrint, onLeaveWorksheet }: SelectorHeadProps) {
	return (
		<>
			<div className="page grid items-end gap-x-12 gap-y-8 pt-12 pb-12 lg:grid-cols-[minmax(0,42rem)_1fr]">
				<div className="grid gap-5">
					<h1 className="text-4xl">{selector.title}</h1>
					<p className="text-lg">{selector.intro}</p>
					<ul className="screen-only flex flex-wrap gap-y-1 gap-x-6 font-semibold">
						{selector.facts.map((fact) => (
							<li key={fact} className="before:mr-[.6rem] before:inline-block before:size-[.7rem] before:rounded-[50%] before:bg-sun">
								{fact}
							</li>
						))}
					</ul>
					<div className="needs-js screen-only flex flex-wrap gap-3">
						<Button variant="secondary" onClick={() => onPrint('filled')}>
							Print Worksheet
						</Button>
						{hasAnswers && (
							<Button variant="quiet" onClick={() => onPrint('blank')}>
								Print It Blank
							</Button>
						)}
						{worksheet && (
							<Button variant="quiet" onClick={onLeaveWorksheet}>
								Back to the sliders
							</Button>
						)}
					</div>
				</div>
				<SixWays className="screen-only w-full max-w-120 justify-self-end max-lg:hidden" />
			</div>
			<section className="screen-only border-y-2 border-ink bg-sunk pt-10 pb-12 folded:py-4" aria-label={selector.quickStart.title}>
				<div className="page">
					<Fold head={<h2>{selector.quickStart.title}</h2>} name={selector.quickStart.title}>
						<ol className="mt-7 grid gap-x-10 gap-y-7 [counter-reset:step] md:grid-cols-2 lg:grid-cols-4">
							{selector.quickStart.steps.map(({ title, text }) => (
								<li key={title} className={STEP}>
									<h3>{title}</h3>
									<p>{text}</p>
								</li>
							))}
						</ol>
					</Fold>
				</div>
			</section>
		</>
	)
}
