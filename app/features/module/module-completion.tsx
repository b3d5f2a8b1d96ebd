import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router'

import { formatThingsLeft, PIECE_WORDS, pieceHref } from '#app/lib/piece-words.ts'
import { useCelebration, type PlayAnimation } from '#app/lib/use-celebration.ts'
import { LinkPair } from '#app/ui/button.tsx'
import { CheckedList } from '#app/ui/checked-list.tsx'
import { CompletionStats } from '#app/ui/completion-stats.tsx'
import type { Module } from '#content/schema/module.ts'
import { paths } from '#contracts/paths.ts'
import type { ModuleMeasure } from '#domain/progress/measure-course.ts'

import { NextTenMinutes } from './next-ten-minutes.tsx'

/** Reveals the line with a clip path. Animating the dash offset doesn't work, because the line is dotted. */
const UNCOVER = [{ clipPath: 'inset(-10% 100% -10% -10%)' }, { clipPath: 'inset(-10% -10% -10% -10%)' }]

const playFlag: PlayAnimation = (frame) => {
	const part = (name: string) => frame.querySelector<SVGElement>(`[data-moves=${name}]`)
	part('way')?.animate(UNCOVER, { duration: 1000, easing: 'ease-in-out' })
	part('flag')?.animate(
		[
			{ transform: 'translateY(18px)', opacity: 0 },
			{ transform: 'translateY(16px)', opacity: 1, offset: 0.2 },
			{ transform: 'none', opacity: 1 },
		],
		{ duration: 700, delay: 900, easing: 'ease-out', fill: 'backwards' },
	)
	part('next')?.animate(UNCOVER, { duration: 700, delay: 1500, easing: 'ease-in-out', fill: 'backwards' })
}

/** Picture on the completion screen. If nothing in the module is left to do, a flag is raised in it, once per module. */
function CompletionPicture({ moduleId, hasFlag }: { moduleId: number; hasFlag: boolean }) {
	const frame = useRef<SVGSVGElement>(null)
	useCelebration(frame, hasFlag ? [`flag-${moduleId}`] : [], async () => playFlag)
	return (
		<svg ref={frame} viewBox="0 0 320 220" className="w-full max-w-80" aria-hidden="true" focusable="false">
			<circle cx="236" cy="74" r="34" fill="var(--art-sun)" />
			<path d="M0 220V168L64 118 122 164 206 66 268 132 320 96V220Z" fill="var(--art-far)" />
			<path d="M0 220V196L48 172 150 60 214 148 262 130 320 178V220Z" fill="var(--art-mid)" />
			<path d="M150 60 128 84 142 94 152 84 164 96 172 90Z" fill="var(--art-snow)" />
			{hasFlag && (
				<>
					<path d="M150 60V22" stroke="var(--ink)" strokeWidth="4" />
					<path data-moves="flag" d="M152 22 186 32 152 44Z" fill="var(--art-sun)" />
				</>
			)}
			<Way name="way" d="M0 220C60 214 92 196 104 168S132 104 150 62" />
			<Way name="next" d="M153 64C160 84 172 100 182 98S198 84 206 68" />
			<path d="M0 220V210C70 196 190 218 320 200V220Z" fill="var(--art-near)" />
		</svg>
	)
}

const Way = ({ name, d }: { name: string; d: string }) => (
	<path data-moves={name} d={d} fill="none" stroke="var(--art-way)" strokeWidth="5" strokeDasharray="3 9" strokeLinecap="round" />
)

type ModuleCompletionProps = {
	words: Module['completion']
	measure: ModuleMeasure
	/** Number of unfinished parts in earlier modules; see `CourseModule`. */
	leftBefore: number
	titles: ReadonlyMap<string, string>
	children: ReactNode
}

export function ModuleCompletion({ words, measure, leftBefore, titles, children }: ModuleCompletionProps) {
	const isModuleDone = measure.all.done === measure.all.of
	const isWhole = isModuleDone && leftBefore === 0
	return (
		<div className="grid gap-12">
			<div className="grid items-end gap-8 lg:grid-cols-[1fr_20rem]">
				<div className="grid gap-5">
					{isWhole ? (
						<>
							<p className="max-w-read text-lg">{words.text}</p>
							{words.achievements.length > 0 && <CheckedList items={words.achievements} />}
						</>
					) : (
						<>
							<p className="max-w-read text-lg">{measure.percent}% of the work of this module is done.</p>
							{leftBefore > 0 && <LeftBefore count={leftBefore} />}
							<CompletionStats measure={measure} />
							<NextTenMinutes measure={measure} from={null} titles={titles} />
						</>
					)}
				</div>
				<CompletionPicture moduleId={measure.id} hasFlag={isWhole} />
			</div>
			{!isModuleDone && <WorkLeft measure={measure} titles={titles} achievements={words.achievements} />}
			<section className="grid gap-3">
				<h3>{words.nextPreview.title}</h3>
				<p className="max-w-read">{words.nextPreview.text}</p>
				<div className="mt-3">
					<LinkPair primary={words.next} secondary={words.back} />
				</div>
			</section>
			{children && <div className="grid gap-x-12 gap-y-10 border-t-2 border-ink pt-10 md:grid-cols-2">{children}</div>}
		</div>
	)
}

const LeftBefore = ({ count }: { count: number }) => (
	<p>
		Earlier modules: {formatThingsLeft(count)}.{' '}
		<Link to={paths.dashboard} className="link">
			See them on your dashboard
		</Link>
	</p>
)

type WorkLeftProps = Pick<ModuleCompletionProps, 'measure' | 'titles'> & { achievements: readonly string[] }

function WorkLeft({ measure, titles, achievements }: WorkLeftProps) {
	return (
		<div className="grid gap-x-12 gap-y-10 md:grid-cols-2">
			<section aria-labelledby="left-to-do">
				<h3 id="left-to-do">Left to do</h3>
				<ul className="mt-3 border-t border-line-strong">
					{measure.sections
						.filter(({ isDone }) => !isDone)
						.map(({ id, pieces }) => (
							<li key={id} className="border-b border-line-strong py-3">
								<p className="font-semibold">{titles.get(id)}</p>
								<ul className="flex flex-wrap gap-x-5">
									{pieces
										.filter(({ isDone }) => !isDone)
										.map(({ kind }) => (
											<li key={kind}>
												<Link className="link inline-flex min-h-11 items-center" to={pieceHref(measure.id, { sectionId: id, kind })}>
													{PIECE_WORDS[kind].name}
													<span className="sr-only"> of “{titles.get(id)}”</span>
												</Link>
											</li>
										))}
								</ul>
							</li>
						))}
				</ul>
			</section>
			{achievements.length > 0 && (
				<section aria-labelledby="when-done">
					<h3 id="when-done">What you’ll have when you’re done</h3>
					<ul className="mt-3 grid list-[square] gap-2 pl-5">
						{achievements.map((item) => (
							<li key={item}>{item}</li>
						))}
					</ul>
				</section>
			)}
		</div>
	)
}
