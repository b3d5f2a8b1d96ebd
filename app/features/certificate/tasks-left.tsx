import { Link } from 'react-router'

import type { CertificateTaskWords } from '#contracts/certificates.ts'
import { paths } from '#contracts/paths.ts'

type ModuleTask = Exclude<CertificateTaskWords, { kind: 'another-sitting' }>
type Group = { moduleId: number; moduleTitle: string; tasks: ModuleTask[] }

function groupByModule(left: readonly ModuleTask[]): Group[] {
	const groups = new Map<number, Group>()
	for (const task of left) {
		const group = groups.get(task.moduleId) ?? { moduleId: task.moduleId, moduleTitle: task.moduleTitle, tasks: [] }
		group.tasks.push(task)
		groups.set(task.moduleId, group)
	}
	return [...groups.values()]
}

function describeTask(task: ModuleTask): string {
	switch (task.kind) {
		case 'open-section':
			return `Read “${task.sectionTitle}”`
		case 'pass-check':
			return `Pass the knowledge check in “${task.sectionTitle}” with at least ${task.passPercent}% correct`
		case 'complete-module':
			return 'Complete the module on its last page'
	}
}

const toHref = (task: ModuleTask) =>
	task.kind === 'complete-module' ? paths.courseModule(task.moduleId) : `${paths.courseModule(task.moduleId)}?section=${task.sectionId}`

/** What the account does not have yet, each with a link. */
export function TasksLeft({ left }: { left: readonly CertificateTaskWords[] }) {
	const pause = left.find((task) => task.kind === 'another-sitting')
	return (
		<ul className="grid gap-4">
			{groupByModule(left.filter((task) => task.kind !== 'another-sitting')).map(({ moduleId, moduleTitle, tasks }) => (
				<li key={moduleId}>
					<p className="font-semibold">
						Module {moduleId}: {moduleTitle}
					</p>
					<ul className="mt-1 grid list-disc gap-1 pl-6">
						{tasks.map((task) => (
							<li key={describeTask(task)}>
								<Link className="link" to={toHref(task)}>
									{describeTask(task)}
								</Link>
							</li>
						))}
					</ul>
				</li>
			))}
			{pause && (
				<li>
					<p className="font-semibold">One more sitting</p>
					<p className="mt-1">
						The certificate is for a course taken in more than one sitting. Come back after a break of at least {pause.pauseMinutes} minutes
						and open{' '}
						<Link className="link" to={paths.courseModule(1)}>
							any section
						</Link>{' '}
						again.
					</p>
				</li>
			)}
		</ul>
	)
}
