import { Link } from 'react-router'

import { Badge } from '#app/ui/badge.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { DashItem } from '#app/ui/dash-item.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { Course, CourseModule } from '#content/schema/course.ts'
import { paths } from '#contracts/paths.ts'
import type { ModuleId } from '#domain/gating/check-module-access.ts'
import { nextModule } from '#domain/progress/completed-modules.ts'
import type { ModuleMeasure } from '#domain/progress/measure-course.ts'

/** `unwritten`: number of sections that have no text yet. */
type ListedModule = CourseModule & { unwritten: number }

type ModuleListProps = {
	modules: readonly ListedModule[]
	words: Course['list']
	completed: ReadonlySet<ModuleId>
	/** Progress of each module. A module is marked completed only if nothing in it is left. */
	measures: readonly ModuleMeasure[]
}

/** Lists all modules. None looks locked. */
export function ModuleList({ modules, words, completed, measures }: ModuleListProps) {
	const next = nextModule(modules, completed)
	return (
		<ol className="grid">
			{modules.map((module) => (
				<ModuleStation
					key={module.id}
					module={module}
					words={words}
					isCompleted={completed.has(module.id)}
					isNext={module.id === next}
					percent={measures.find(({ id }) => id === module.id)?.percent ?? 0}
				/>
			))}
		</ol>
	)
}

const STATION = 'relative grid gap-4 pb-[clamp(3rem,6vw,5rem)] md:grid-cols-[3.5rem_minmax(0,1fr)] md:gap-x-[clamp(1.5rem,4vw,4rem)]'
/** Line to the next module. */
const LINE =
	'md:not-last:before:absolute md:not-last:before:top-14 md:not-last:before:bottom-0 md:not-last:before:left-[calc(1.75rem-1.5px)]'
const LINE_OPEN = 'md:not-last:before:border-l-3 md:not-last:before:border-dotted md:not-last:before:border-line-strong'
const LINE_DONE = 'md:not-last:before:border-l-5 md:not-last:before:border-accent'
const SIGN = 'relative grid size-14 place-items-center rounded-[50%] border-3 text-(length:--text-xl) font-semibold'

type ModuleStationProps = { module: ListedModule; words: Course['list']; isCompleted: boolean; isNext: boolean; percent: number }

function ModuleStation({ module, words, isCompleted, isNext, percent }: ModuleStationProps) {
	const isDone = percent === 100
	const label = (isCompleted ? words.reviewLabel : words.startLabel).replace('{n}', String(module.id))
	return (
		<li className={`module-station ${STATION} ${LINE} ${isDone ? LINE_DONE : LINE_OPEN}`} data-completed={isDone}>
			<span className={`${SIGN} ${isDone ? 'border-spruce-ink bg-spruce text-on-spruce' : 'border-ink bg-ground'}`} aria-hidden="true">
				{isDone ? <Icon name="check" size={28} /> : module.id}
			</span>
			<article className="grid gap-4" aria-labelledby={`module-${module.id}`}>
				<div className="flex flex-wrap items-center gap-x-4 gap-y-1">
					<h2 id={`module-${module.id}`}>
						<span className="sr-only">Module {module.id}: </span>
						{module.title}
					</h2>
					{isDone && <Badge tone="good">{words.completedLabel}</Badge>}
					{isCompleted && !isDone && <Badge>Last page reached</Badge>}
				</div>
				<p className="max-w-read text-lg">{module.description}</p>
				{module.unwritten > 0 && (
					<p className="text-soft">
						{module.unwritten === 1 ? 'One section isn’t written yet.' : `${module.unwritten} sections aren’t written yet.`}
					</p>
				)}
				<dl className="grid gap-y-5 gap-x-10 py-5 border-y border-line-strong md:grid-cols-[1fr_1fr_1.4fr]">
					{module.skills.length > 0 && (
						<div>
							<dt className="font-semibold">{words.skillsLabel}</dt>
							<dd>
								<ul>
									{module.skills.map((skill) => (
										<DashItem key={skill}>{skill}</DashItem>
									))}
								</ul>
							</dd>
						</div>
					)}
					<div>
						<dt className="font-semibold">{words.durationLabel}</dt>
						<dd>{module.duration}</dd>
						{module.template && (
							<>
								<dt className="mt-3 font-semibold">{words.templateLabel}</dt>
								<dd>
									<Link className="link" to={`${paths.templates}#${module.templateSlug}`}>
										{module.template}
									</Link>
								</dd>
							</>
						)}
					</div>
					{module.challenge !== undefined && (
						<div>
							<dt className="font-semibold">{words.challengeLabel}</dt>
							<dd>{module.challenge}</dd>
						</div>
					)}
				</dl>
				<div className="flex flex-wrap items-center gap-x-6 gap-y-2">
					<LinkButton to={paths.courseModule(module.id)} variant={isNext ? 'primary' : 'secondary'}>
						{label}
					</LinkButton>
					{(isCompleted || percent > 0) && <p>{percent}% done</p>}
				</div>
			</article>
		</li>
	)
}
