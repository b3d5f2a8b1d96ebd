import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { LessonResponse } from '#contracts/course.ts'

type PracticalTaskProps = { task: LessonResponse['task']; isDone: boolean; onToggle: (isDone: boolean) => void }

/** The work of a lesson: Pending or Completed, toggled by one button. */
export function PracticalTask({ task, isDone, onToggle }: PracticalTaskProps) {
	return (
		<div className="grid max-w-read gap-6">
			<div className="flex flex-wrap items-center gap-x-4 gap-y-2">
				<h3>{task.title}</h3>
				<span role="status">
					<Badge tone={isDone ? 'good' : 'plain'}>{isDone ? 'Completed' : 'Pending'}</Badge>
				</span>
			</div>
			<p>{task.description}</p>
			<dl className="grid gap-x-8 gap-y-1 border-y border-line-strong py-4 sm:grid-cols-[auto_1fr]">
				<dt className="font-semibold">Time estimate</dt>
				<dd>{task.timeEstimate}</dd>
				<dt className="font-semibold">Deliverable</dt>
				<dd>{task.deliverable}</dd>
			</dl>
			<div>
				<Button variant={isDone ? 'secondary' : 'primary'} onClick={() => onToggle(!isDone)}>
					{isDone && <Icon name="check" />}
					{isDone ? 'Task Completed' : 'Mark Task as Complete'}
				</Button>
			</div>
		</div>
	)
}
