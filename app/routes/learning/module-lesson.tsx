import { ExerciseForm } from '#app/features/exercises/exercise-form.tsx'
import { type LessonRecord, LessonScreen } from '#app/features/lesson/lesson-screen.tsx'
import { progressStore, useProgress } from '#app/features/progress/progress-store.ts'
import { LessonRecall } from '#app/features/recall/lesson-recall.tsx'
import { useHydrated } from '#app/lib/use-hydrated.ts'
import type { LessonFile } from '#contracts/course.ts'
import type { ModuleId } from '#domain/gating/check-module-access.ts'
import { entryId, type ProgressEntry, progressKey, type ProgressKind } from '#domain/progress/progress-entry.ts'
import { parseReadingPlace } from '#domain/reading/reading-place.ts'

import { LESSON_PARTS } from './lesson-parts.ts'

type ModuleLessonProps = {
	moduleId: ModuleId
	section: { id: string; title: string }
	lessonId: string
	onDownload: (file: LessonFile) => void
	onNearEnd?: (() => void) | undefined
}

export function ModuleLesson({ moduleId, section, lessonId, onDownload, onNearEnd = () => {} }: ModuleLessonProps) {
	const { entries, completed } = useProgress()
	const lessonKey = progressKey.lesson(moduleId, lessonId)
	const held = new Map(entries.map((entry) => [entryId(entry), entry]))
	const find = (kind: ProgressKind, key: string) => held.get(entryId({ kind, key }))
	const stepKey = (index: number) => progressKey.step(moduleId, lessonId, index)

	const { score, total } = find('lesson-quiz', lessonKey)?.detail ?? {}
	const reading = find('reading', lessonKey)
	const record: LessonRecord = {
		reading: {
			place: parseReadingPlace(reading?.detail),
			isRead: reading?.done ?? false,
			onRead: (place, isRead) => progressStore.study({ kind: 'reading', key: lessonKey, done: isRead, detail: place }),
		},
		isStepDone: (index) => find('step', stepKey(index))?.done ?? false,
		onStep: (index, done) => progressStore.study({ kind: 'step', key: stepKey(index), done }),
		isTaskDone: find('task', lessonKey)?.done ?? false,
		onTask: (done) => progressStore.study({ kind: 'task', key: lessonKey, done }),
		ticks: checklistOf(moduleId, section.id, entries),
		best: typeof score === 'number' && typeof total === 'number' ? { score, total } : null,
		onGraded: (result) =>
			progressStore.study({
				kind: 'lesson-quiz',
				key: lessonKey,
				done: true,
				detail: { score: result.score, total: result.total },
			}),
	}
	return (
		<LessonScreen
			lesson={{ moduleId, lessonId, completed }}
			canAsk={useHydrated()}
			sectionTitle={section.title}
			record={record}
			onDownload={onDownload}
			onNearEnd={onNearEnd}
			renderExercise={(exercise) => <ExerciseForm exercise={exercise} place={{ moduleId, lessonId, exerciseId: exercise.id }} />}
			renderRecall={(question) => <LessonRecall question={question} place={{ moduleId, lessonId }} />}
			renderEnd={(lesson) =>
				LESSON_PARTS.map((Part, index) => <Part key={index} moduleId={moduleId} lessonId={lessonId} lesson={lesson} entries={entries} />)
			}
		/>
	)
}

function checklistOf(moduleId: ModuleId, sectionId: string, entries: readonly ProgressEntry[]) {
	const prefix = progressKey.box(moduleId, sectionId, '')
	const ticked = entries.filter(({ kind, key, done }) => done && kind === 'box' && key.startsWith(prefix))
	return {
		ticked: new Set(ticked.map(({ key }) => key.slice(prefix.length))),
		onTick: (box: string, done: boolean) => progressStore.study({ kind: 'box', key: prefix + box, done }),
	}
}
