import { Link } from 'react-router'

import { Icon } from '#app/ui/icon.tsx'
import { ProgressBar } from '#app/ui/progress-bar.tsx'
import { paths } from '#contracts/paths.ts'
import { MODULE_IDS, type ModuleId } from '#domain/gating/check-module-access.ts'
import { coursePercent } from '#domain/gating/module-progress.ts'
import type { ModuleState } from '#domain/progress/course-progress.ts'

type WayMapProps = { modules: readonly { id: number; title: string }[]; states: readonly ModuleState[]; next: ModuleId | null }

function wordsFor({ id, isCompleted, opened, sections, percent }: ModuleState, next: ModuleId | null): string {
	if (isCompleted) return 'Completed'
	const where = id === next ? 'Next' : 'Coming up'
	return opened > 0 ? `${where}, ${opened} of ${sections} sections opened, ${percent}%` : where
}

/** The whole course as one path with six stations: completed, next, ahead. */
export function WayMap({ modules, states, next }: WayMapProps) {
	const walked = states.filter(({ isCompleted }) => isCompleted).length
	const percent = coursePercent(walked, MODULE_IDS.length)
	return (
		<section aria-labelledby="way">
			<div className="flex flex-wrap items-baseline justify-between gap-x-6">
				<h2 id="way">Your path</h2>
				<p className="font-semibold">
					{walked} of {MODULE_IDS.length} modules, {percent}% Complete
				</p>
			</div>
			<div className="mt-4">
				<ProgressBar label="Course progress" value={percent} />
			</div>
			<ol className="way-map">
				{states.map((state) => (
					<li key={state.id} data-completed={state.isCompleted} data-next={state.id === next}>
						<Link className="way-link" to={paths.courseModule(state.id)}>
							<span className="way-sign" aria-hidden="true">
								{state.isCompleted ? <Icon name="check" /> : state.id}
							</span>
							<span>
								<span className="sr-only">Module {state.id}: </span>
								{modules.find(({ id }) => id === state.id)?.title}
								<span className="block text-soft">{wordsFor(state, next)}</span>
							</span>
						</Link>
					</li>
				))}
			</ol>
		</section>
	)
}
