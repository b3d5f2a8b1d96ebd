import { Link } from 'react-router'

import type { CertificateTaskWords } from '#contracts/certificates.ts'
import { paths } from '#contracts/paths.ts'

type Group = { moduleId: number; moduleTitle: string; tasks: CertificateTaskWords[] }

function groupByModule(left: readonly CertificateTaskWords[]): Group[] {
	const groups = new Map<number, Group>()
	for (const task of left) {
		const group = groups.get(task.moduleId) ?? { moduleId: task.moduleId, moduleTitle: task.moduleTitle, tasks: [] }
		group.tasks.push(task)
		groups.set(task.moduleId, group)
	}
	return [...groups.values()]
}

/** What the account does not hold yet, each with the way there. */
export function TasksLeft({ left }: { left: readonly CertificateTaskWords[] }) {
	return (
		<ul className="grid gap-4">
			{groupByModule(left).map(({ moduleId, moduleTitle, tasks }) => (
				<li key={moduleId}>
					<p className="font-semibold">
						Module {moduleId}: {moduleTitle}
					</p>
					<ul className="mt-1 grid list-disc gap-1 pl-6">
						{tasks.map(({ sectionId, sectionTitle }) => (
							<li key={sectionId ?? 'complete'}>
								{sectionId === null ? (
									<Link className="link" to={paths.courseModule(moduleId)}>
										Complete the module on its last page
									</Link>
								) : (
									<Link className="link" to={`${paths.courseModule(moduleId)}?section=${sectionId}`}>
										Read “{sectionTitle}”
									</Link>
								)}
							</li>
						))}
					</ul>
				</li>
			))}
		</ul>
	)
}
