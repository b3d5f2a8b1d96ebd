import type { LessonResponse } from '#contracts/course.ts'

import { ExampleList } from './example-list.tsx'
import { KnowledgeCheck } from './knowledge-check.tsx'
import { gradeLesson, type LessonAddress } from './lesson-api.ts'
import type { LessonRecord } from './lesson-screen.tsx'
import { PracticalTask } from './practical-task.tsx'
import { StepList } from './step-list.tsx'
import { dropWaitingCheck, keepWaitingCheck, readWaitingCheck } from './waiting-checks.ts'

type LessonWorkProps = {
	part: 'steps' | 'examples' | 'task' | 'check'
	body: LessonResponse
	lesson: LessonAddress
	record: LessonRecord
}

/** The tasks of a lesson, one for each tab next to the text. */
export function LessonWork({ part, body, lesson, record }: LessonWorkProps) {
	if (part === 'steps') return <StepList steps={body.steps} isDone={record.isStepDone} onToggle={record.onStep} />
	if (part === 'examples') return <ExampleList examples={body.examples} />
	if (part === 'task') return <PracticalTask task={body.task} isDone={record.isTaskDone} onToggle={record.onTask} />
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
