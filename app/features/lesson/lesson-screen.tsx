import { type ReactNode, useRef } from 'react'

import { Badge } from '#app/ui/badge.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import type { GradeLessonQuizResponse, LessonFile, LessonResponse } from '#contracts/course.ts'
import type { RecallQuestion } from '#contracts/recall.ts'
import type { Exercise } from '#domain/exercises/exercise.ts'

import { ExampleList } from './example-list.tsx'
import { GuidedText, type ReadingRecord } from './guided-text.tsx'
import { KnowledgeCheck, type BestScore } from './knowledge-check.tsx'
import { gradeLesson, type LessonAddress } from './lesson-api.ts'
import { LessonText } from './lesson-text.tsx'
import { LoadedBody } from './loaded-body.tsx'
import { PracticalTask } from './practical-task.tsx'
import { ResourceList } from './resource-list.tsx'
import { StepList } from './step-list.tsx'
import { TickedText, type Ticks } from './ticked-text.tsx'
import { useLessonTab } from './use-lesson-tab.ts'
import { useLesson } from './use-lesson.ts'
import { dropWaitingCheck, keepWaitingCheck, readWaitingCheck } from './waiting-checks.ts'

/** What the learner did in this lesson, and how to report more of it. */
export type LessonRecord = {
	/** How far its text was read. */
	reading: ReadingRecord
	isStepDone: (index: number) => boolean
	onStep: (index: number, isDone: boolean) => void
	isTaskDone: boolean
	onTask: (isDone: boolean) => void
	/** The checklists in its text. */
	ticks: Ticks
	best: BestScore | null
	onGraded: (result: GradeLessonQuizResponse) => void
}

type LessonProps = {
	lesson: LessonAddress
	/** Heading already shown above the lesson; an equal title is not repeated. */
	sectionTitle: string
	record: LessonRecord
	onDownload: (file: LessonFile) => void
	renderExercise: (exercise: Exercise) => ReactNode
	renderRecall: (question: RecallQuestion) => ReactNode
	/** Below the text: what belongs to exercises that are no longer in it. */
	renderEarlier: (exercises: readonly Exercise[]) => ReactNode
}

/** Beginner green, Intermediate yellow, Advanced red. */
const DIFFICULTY_TONE = { Beginner: 'good', Intermediate: 'sun', Advanced: 'danger' } as const

/** The lesson screen: title, duration, difficulty and five tabs. */
export function LessonScreen(props: LessonProps) {
	return <LoadedBody query={useLesson(props.lesson)}>{(body) => <LessonBody key={body.id} body={body} {...props} />}</LoadedBody>
}

function LessonBody({
	body,
	lesson,
	sectionTitle,
	record,
	onDownload,
	renderExercise,
	renderRecall,
	renderEarlier,
}: LessonProps & { body: LessonResponse }) {
	const article = useRef<HTMLElement>(null)
	const { tab, onTab } = useLessonTab(article)
	const tabs = [
		{
			id: 'content',
			label: 'Lesson Content',
			panel: (
				<GuidedText html={body.bodyHtml} record={record.reading}>
					<TickedText html={body.bodyHtml} {...record.ticks}>
						<LessonText body={body} renderExercise={renderExercise} renderRecall={renderRecall} />
					</TickedText>
					{renderEarlier(body.exercises)}
					<ResourceList resources={body.resources} onDownload={onDownload} />
				</GuidedText>
			),
		},
		{ id: 'steps', label: 'Step-by-Step', panel: <StepList steps={body.steps} isDone={record.isStepDone} onToggle={record.onStep} /> },
		{ id: 'examples', label: 'Real Examples', panel: <ExampleList examples={body.examples} /> },
		{ id: 'task', label: 'Practical Task', panel: <PracticalTask task={body.task} isDone={record.isTaskDone} onToggle={record.onTask} /> },
		{
			id: 'check',
			label: 'Knowledge Check',
			panel: (
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
			),
		},
	]
	return (
		<article ref={article} aria-labelledby="lesson-title">
			<div className="mb-6 flex flex-wrap items-center gap-x-5 gap-y-2">
				<h3 id="lesson-title" className={body.title === sectionTitle ? 'sr-only' : 'w-full'}>
					{body.title}
				</h3>
				<span>{body.duration}</span>
				<Badge tone={DIFFICULTY_TONE[body.difficulty]}>{body.difficulty}</Badge>
			</div>
			<Tabs label={`Lesson: ${body.title}`} tabs={tabs} selected={tab} onSelect={onTab} />
		</article>
	)
}
