import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { formatThingsLeft, PIECE_WORDS, pieceHref } from '#app/lib/piece-words.ts'
import { LinkPair } from '#app/ui/button.tsx'
import { CheckedList } from '#app/ui/checked-list.tsx'
import { CompletionStats } from '#app/ui/completion-stats.tsx'
import type { Module } from '#content/schema/module.ts'
import { paths } from '#contracts/paths.ts'
import type { ModuleMeasure } from '#domain/progress/measure-course.ts'

import { CompletionPicture } from './completion-picture.tsx'
import { NextTenMinutes } from './next-ten-minutes.tsx'

type ModuleCompletionProps = {
	words: Module['completion']
	measure: ModuleMeasure
	/** Unfinished parts in earlier modules; see `CourseModule`. */
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
							<CheckedList items={words.achievements} />
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
			<section aria-labelledby="when-done">
				<h3 id="when-done">What you will have then</h3>
				<ul className="mt-3 grid list-[square] gap-2 pl-5">
					{achievements.map((item) => (
						<li key={item}>{item}</li>
					))}
				</ul>
			</section>
		</div>
	)
}
