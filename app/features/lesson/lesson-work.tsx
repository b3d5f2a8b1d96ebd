import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { LessonResponse } from '#contracts/course.ts'

import { ExampleList } from './example-list.tsx'
import { KnowledgeCheck } from './knowledge-check.tsx'
import { gradeLesson, type LessonAddress } from './lesson-api.ts'
import type { LessonRecord } from './lesson-screen.tsx'
import { dropWaitingCheck, keepWaitingCheck, readWaitingCheck } from './waiting-checks.ts'

type PracticalTaskProps = { task: NonNullable<LessonResponse['task']>; isDone: boolean; onToggle: (isDone: boolean) => void }

function PracticalTask({ task, isDone, onToggle }: PracticalTaskProps) {
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

type StepListProps = { steps: readonly string[]; isDone: (index: number) => boolean; onToggle: (index: number, isDone: boolean) => void }

function StepList({ steps, isDone, onToggle }: StepListProps) {
	const doneCount = steps.filter((_step, index) => isDone(index)).length
	return (
		<div className="grid max-w-read gap-4">
			<div className="flex flex-wrap items-baseline justify-between gap-x-6">
				<h3>Step by step</h3>
				<p role="status" className="text-soft">
					{doneCount} of {steps.length} done
				</p>
			</div>
			<ol className="border-t border-line-strong">
				{steps.map((step, index) => (
					<li key={step} className="border-b border-line-strong">
						<label className="grid min-h-14 grid-cols-[auto_2rem_1fr] items-start gap-x-3 py-4">
							<input type="checkbox" className="tick" checked={isDone(index)} onChange={(event) => onToggle(index, event.target.checked)} />
							<span className="font-semibold text-accent-ink tabular-nums">{index + 1}.</span>
							<span className={isDone(index) ? 'text-soft' : undefined}>{step}</span>
						</label>
					</li>
				))}
			</ol>
		</div>
	)
}

type LessonWorkProps = {
	part: 'steps' | 'examples' | 'task' | 'check'
	body: LessonResponse
	lesson: LessonAddress
	record: LessonRecord
}

export function LessonWork({ part, body, lesson, record }: LessonWorkProps) {
	if (part === 'steps') return <StepList steps={body.steps} isDone={record.isStepDone} onToggle={record.onStep} />
	if (part === 'examples') return <ExampleList examples={body.examples} />
	if (part === 'task') return body.task && <PracticalTask task={body.task} isDone={record.isTaskDone} onToggle={record.onTask} />
	return (
		<KnowledgeCheck
			questions={body.quiz}
			waiting={{
				earlier: readWaitingCheck(lesson),
				keep: (request) => keepWaitingCheck(lesson, request),
				drop: dropWaitingCheck,
			}}
			grade={(request) => gradeLesson(lesson, request)}
			onGraded={record.onGraded}
			best={record.best}
		/>
	)
}
