import { Link } from 'react-router'

import { Icon } from '#app/ui/icon.tsx'
import { ProgressBar } from '#app/ui/progress-bar.tsx'
import { paths } from '#contracts/paths.ts'
import { MODULE_IDS, type ModuleId } from '#domain/gating/check-module-access.ts'
import { coursePercent } from '#domain/gating/module-progress.ts'

type WayMapProps = { modules: readonly { id: number; title: string }[]; completed: ReadonlySet<ModuleId>; next: ModuleId | null }

/** The whole course as one way with six stations: walked, next, ahead. */
export function WayMap({ modules, completed, next }: WayMapProps) {
	const percent = coursePercent(completed.size, MODULE_IDS.length)
	return (
		<section aria-labelledby="way">
			<div className="flex flex-wrap items-baseline justify-between gap-x-6">
				<h2 id="way">Your way</h2>
				<p className="font-semibold">
					{completed.size} of {MODULE_IDS.length} modules, {percent}% Complete
				</p>
			</div>
			<div className="mt-4">
				<ProgressBar label="Course progress" value={percent} />
			</div>
			<ol className="way-map">
				{modules.map(({ id, title }) => {
					const isCompleted = MODULE_IDS.some((moduleId) => moduleId === id && completed.has(moduleId))
					return (
						<li key={id} data-completed={isCompleted} data-next={id === next}>
							<Link className="way-link" to={paths.courseModule(id)}>
								<span className="way-sign" aria-hidden="true">
									{isCompleted ? <Icon name="check" /> : id}
								</span>
								<span>
									<span className="sr-only">Module {id}: </span>
									{title}
									<span className="block text-soft">{isCompleted ? 'Completed' : id === next ? 'Next' : 'Ahead'}</span>
								</span>
							</Link>
						</li>
					)
				})}
			</ol>
		</section>
	)
}
