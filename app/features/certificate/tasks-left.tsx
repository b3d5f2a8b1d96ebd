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
			return `Pass the knowledge check in “${task.sectionTitle}”, ${task.passPercent}% right or more`
		case 'complete-module':
			return 'Complete the module on its last page'
	}
}

const toHref = (task: ModuleTask) =>
	task.kind === 'complete-module'
		? paths.courseModule(task.moduleId)
		: `${paths.courseModule(task.moduleId)}?section=${task.sectionId}${task.kind === 'pass-check' ? '#check' : ''}`

function countTasks(tasks: readonly ModuleTask[]): string {
	const count = (kind: ModuleTask['kind']) => tasks.filter((task) => task.kind === kind).length
	const [read, checks] = [count('open-section'), count('pass-check')]
	return [
		...(read > 0 ? [`${read} to read`] : []),
		...(checks > 0 ? [`${checks} ${checks === 1 ? 'check' : 'checks'} to pass`] : []),
		...(count('complete-module') > 0 ? ['last page to reach'] : []),
	].join(', ')
}

export function CertificateTasksLeft({ left }: { left: readonly CertificateTaskWords[] }) {
	const pause = left.find((task) => task.kind === 'another-sitting')
	return (
		<div className="grid gap-4">
			<div className="max-w-read border-t border-line-strong">
				{groupByModule(left.filter((task) => task.kind !== 'another-sitting')).map(({ moduleId, moduleTitle, tasks }, at) => (
					<details key={moduleId} open={at === 0} className="border-b border-line-strong">
						<summary className="min-h-11 cursor-pointer py-3">
							<span className="font-semibold">
								Module {moduleId}: {moduleTitle}
							</span>
							<span className="block text-soft">{countTasks(tasks)}</span>
						</summary>
						<ul className="grid gap-1 pb-4">
							{tasks.map((task) => (
								<li key={describeTask(task)}>
									<Link className="link inline-flex min-h-11 items-center" to={toHref(task)}>
										{describeTask(task)}
									</Link>
								</li>
							))}
						</ul>
					</details>
				))}
			</div>
			{pause && (
				<div>
					<p className="font-semibold">One more sitting</p>
					<p className="mt-1">
						The certificate is for a course taken in more than one sitting. Come back after a break of at least {pause.pauseMinutes} minutes
						and open{' '}
						<Link className="link" to={paths.courseModule(1)}>
							any section
						</Link>{' '}
						again.
					</p>
				</div>
			)}
		</div>
	)
}
