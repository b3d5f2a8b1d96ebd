import { Link } from 'react-router'

import { Badge } from '#app/ui/badge.tsx'
import { paths } from '#contracts/paths.ts'

type ListedModule = {
	id: number
	title: string
	description: string
	duration: string
	skills: readonly string[]
	isFree: boolean
	sections: readonly string[]
}

type CourseModulesProps = {
	modules: readonly ListedModule[]
	mayRead: (moduleId: number) => boolean
	percentOf: (moduleId: number) => number
}

export function CourseModules({ modules, mayRead, percentOf }: CourseModulesProps) {
	return (
		<ol className="mt-6 border-t-2 border-ink">
			{modules.map(({ id, title, ...module }, index) => {
				const percent = percentOf(id)
				const name = `${index + 1}. ${title}`
				return (
					<li key={id} className="grid gap-2 border-b border-line-strong py-6">
						<div className="flex flex-wrap items-center gap-x-4 gap-y-1">
							<h3 className="text-xl">
								{mayRead(id) ? (
									<Link className="link" to={paths.courseModule(id)}>
										{name}
									</Link>
								) : (
									name
								)}
							</h3>
							{percent === 100 ? <Badge tone="good">Completed</Badge> : percent > 0 ? <Badge>{percent}% done</Badge> : null}
							{module.isFree && <Badge>Free</Badge>}
						</div>
						<p className="max-w-read">{module.description}</p>
						<p className="text-soft">
							{module.duration}
							{module.skills.length > 0 && ` · ${module.skills.join(', ')}`}
						</p>
						<details>
							<summary className="min-h-11 cursor-pointer">
								{module.sections.length === 1 ? 'One section' : `${module.sections.length} sections`}
							</summary>
							<ul className="mt-2 grid list-[square] gap-1 pl-5">
								{module.sections.map((section) => (
									<li key={section}>{section}</li>
								))}
							</ul>
						</details>
					</li>
				)
			})}
		</ol>
	)
}
