import { Link } from 'react-router'

import { Badge } from '#app/ui/badge.tsx'
import { LinkButton } from '#app/ui/button.tsx'
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

/** Lists all modules; none is shown as locked. */
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

type ModuleStationProps = { module: ListedModule; words: Course['list']; isCompleted: boolean; isNext: boolean; percent: number }

function ModuleStation({ module, words, isCompleted, isNext, percent }: ModuleStationProps) {
	const isDone = percent === 100
	const label = (isCompleted ? words.reviewLabel : words.startLabel).replace('{n}', String(module.id))
	return (
		<li className="module-station" data-completed={isDone}>
			<span className="module-sign" aria-hidden="true">
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
						{module.unwritten === 1 ? 'One section is not written yet.' : `${module.unwritten} sections are not written yet.`}
					</p>
				)}
				<dl className="module-facts grid gap-y-5 gap-x-10 py-5 border-y border-line-strong md:grid-cols-[1fr_1fr_1.4fr]">
					<div>
						<dt>{words.skillsLabel}</dt>
						<dd>
							<ul>
								{module.skills.map((skill) => (
									<li key={skill}>{skill}</li>
								))}
							</ul>
						</dd>
					</div>
					<div>
						<dt>{words.durationLabel}</dt>
						<dd>{module.duration}</dd>
						{module.template && (
							<>
								<dt className="mt-3">{words.templateLabel}</dt>
								<dd>
									<Link className="link" to={`${paths.templates}#${module.templateSlug}`}>
										{module.template}
									</Link>
								</dd>
							</>
						)}
					</div>
					<div>
						<dt>{words.challengeLabel}</dt>
						<dd>{module.challenge}</dd>
					</div>
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
