import { useRef } from 'react'
import { Link } from 'react-router'

import { useCelebration } from '#app/lib/use-celebration.ts'
import { CompletionStats } from '#app/ui/completion-stats.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { ProgressBar } from '#app/ui/progress-bar.tsx'
import { paths } from '#contracts/paths.ts'
import type { ModuleId } from '#domain/gating/check-module-access.ts'
import type { CourseMeasure, ModuleMeasure } from '#domain/progress/measure-course.ts'

type CourseMapProps = {
	modules: readonly { id: number; title: string }[]
	measure: CourseMeasure
	/** Modules whose last page was reached. */
	completed: ReadonlySet<ModuleId>
	next: ModuleId | null
}

function wordsFor({ id, opened, percent }: ModuleMeasure, { completed, next }: Pick<CourseMapProps, 'completed' | 'next'>): string {
	if (percent === 100) return 'All done'
	if (completed.has(id)) return `Last page reached, ${percent}% done`
	const where = id === next ? 'Next' : 'Coming up'
	return opened.done > 0 ? `${where}, ${percent}% done` : where
}

const SIGN = 'way-sign grid size-10 flex-none place-items-center rounded-[50%] border-2 font-semibold'

function signTone(isNext: boolean, percent: number): string {
	if (isNext) return 'border-accent bg-accent text-on-accent'
	return percent === 100 ? 'border-spruce-ink bg-spruce text-on-spruce' : 'border-line-strong'
}

export function CourseMap({ modules, measure, completed, next }: CourseMapProps) {
	const { all, percent } = measure
	const map = useRef<HTMLOListElement>(null)
	const done = measure.modules.filter((state) => state.percent === 100).map(({ id }) => `done-${id}`)
	useCelebration(map, done, async () => (await import('./play-stations.ts')).playStations)
	return (
		<section aria-labelledby="way">
			<div className="flex flex-wrap items-baseline justify-between gap-x-6">
				<h2 id="way">Your path</h2>
				<p className="font-semibold">{all.done === 0 ? 'First step: 10 minutes' : `${all.done} of ${all.of} things done, ${percent}%`}</p>
			</div>
			<div className="mt-4">
				<ProgressBar label="Course progress" value={percent} />
			</div>
			<ol ref={map} className="grid gap-y-2 gap-x-6 mt-5 sm:grid-cols-2 lg:grid-cols-6">
				{measure.modules.map((state) => (
					<li key={state.id} data-moment={`done-${state.id}`}>
						<Link className="flex gap-[.9rem] min-h-11 py-2 hover:text-accent-ink lg:flex-col" to={paths.courseModule(state.id)}>
							<span className={`${SIGN} ${signTone(state.id === next, state.percent)}`} aria-hidden="true">
								{state.percent === 100 ? <Icon name="check" /> : state.id}
							</span>
							<span>
								<span className="sr-only">Module {state.id}: </span>
								{modules.find(({ id }) => id === state.id)?.title}
								<span className="block text-soft">{wordsFor(state, { completed, next })}</span>
							</span>
						</Link>
					</li>
				))}
			</ol>
			<div className="mt-8">
				<CompletionStats measure={measure} />
			</div>
		</section>
	)
}
