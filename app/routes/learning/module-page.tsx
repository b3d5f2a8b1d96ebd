import { useEffect } from 'react'

import { useExercises } from '#app/features/exercises/use-exercises.ts'
import { gradeLesson, requestLesson } from '#app/features/lesson/lesson-api.ts'
import { prefetchLesson } from '#app/features/lesson/lesson-cache.ts'
import { type CheckAddress, useSendWaitingChecks } from '#app/features/lesson/waiting-checks.ts'
import { CourseModule } from '#app/features/module/course-module.tsx'
import { useSection } from '#app/features/module/use-section.ts'
import { SectionNote } from '#app/features/notes/section-note.tsx'
import { notesSync } from '#app/features/notes/use-notes.ts'
import { useKeptModule } from '#app/features/offline/use-kept-module.ts'
import { progressStore, useProgress } from '#app/features/progress/progress-store.ts'
import { useSectionNotice } from '#app/features/progress/section-notice.ts'
import { projectFact } from '#app/features/progress/selected-project.ts'
import { useSyncState } from '#app/features/progress/use-progress-sync.ts'
import { useAccountSync } from '#app/lib/records/use-account-sync.ts'
import { startDownload } from '#app/lib/save-download.ts'
import { useLessonRecords } from '#app/shell/lesson-records.ts'
import { useSite } from '#app/shell/site.ts'
import { lazyComponent } from '#app/ui/lazy-component.tsx'
import { toast } from '#app/ui/toast-store.ts'
import type { ModuleWords } from '#content/schema/course.ts'
import type { Download } from '#content/schema/download.ts'
import type { Module } from '#content/schema/module.ts'
import type { GradeLessonQuizResponse, LessonFile } from '#contracts/course.ts'
import { measureCourseProgress, measureModuleProgress, type ModuleOutline } from '#domain/progress/measure-course.ts'
import { progressKey, type ProgressKind } from '#domain/progress/progress-entry.ts'

import { ModuleLesson } from './module-lesson.tsx'

const [AfterCompletion, fetchAfterCompletion] = lazyComponent(async () => (await import('./after-completion.tsx')).AfterCompletion)
const [KeepModule] = lazyComponent(async () => (await import('#app/features/offline/keep-module.tsx')).KeepModule, 'min-h-60')

type ModulePageProps = {
	words: ModuleWords
	module: Module
	outline: ModuleOutline
	/** All other modules, on the page of the last one; otherwise empty. */
	earlierModules: readonly ModuleOutline[]
	passPercent: number
	downloads: Download[]
	overview: Download | null
	isOpen: boolean
	/** Place of the module in a further course; undefined in the main course. */
	course?: { id: string; path: string; number: number; isLast: boolean } | undefined
}

export function ModulePage({ words, module, isOpen, outline, earlierModules, passPercent, course, ...files }: ModulePageProps) {
	const { entries, completed, project } = useProgress()
	const isCompleted = completed.has(words.id)
	const { index, goTo } = useSection(module.sections, isCompleted)
	const sectionId = module.sections[index]?.id
	useSectionNotice({ moduleId: words.id, sections: module.sections, index, isOpen })
	const nextLesson = isOpen ? module.sections[index + 1]?.lessonId : null
	const isAtEnd = index >= module.sections.length - 1
	useEffect(() => {
		if (isAtEnd) fetchAfterCompletion()
	}, [isAtEnd])

	const progress = useSyncState()
	const isProgressKnown = progress === 'synced' || progress === 'waiting'
	const notes = useAccountSync(notesSync, isProgressKnown)
	useLessonRecords(isProgressKnown)
	const { items: exercises } = useExercises()
	const measure = measureModuleProgress(outline, passPercent, { entries, exercises })
	const before = measureCourseProgress({ modules: earlierModules, passPercent }, { entries, exercises }).all
	const isAccountReady = isOpen && (progress === 'synced' || progress === 'idle')
	useSendWaitingChecks(
		{
			grade: ({ moduleId, lessonId }, request) => gradeLesson({ moduleId, lessonId, completed }, request),
			onGraded: reportGraded,
		},
		isAccountReady,
	)
	const lessonIds = module.sections.flatMap(({ lessonId }) => lessonId ?? [])
	const kept = useKeptModule(
		{ moduleId: words.id, lessonIds, readLesson: (lessonId) => requestLesson({ moduleId: words.id, lessonId, completed }) },
		isAccountReady,
	)
	// Opening a section counts as progress only if it is written.
	const holdsSomething = measure.sections.some(({ id }) => id === sectionId)
	useEffect(() => {
		if (isOpen && holdsSomething && sectionId !== undefined)
			progressStore.study({ kind: 'section', key: progressKey.section(words.id, sectionId), done: true })
	}, [isOpen, holdsSomething, sectionId, words.id])

	function complete() {
		progressStore.study({ kind: 'module', key: progressKey.module(words.id), done: true })
		toast(words.completionToast)
		goTo(module.sections.length)
	}

	function download(file: Download | LessonFile) {
		startDownload(file, module.downloadToast)
	}

	const prefix = `${words.id}/`
	const doneNames = (entryKind: ProgressKind) =>
		new Set(
			entries
				.filter(({ kind, key, done }) => done && kind === entryKind && key.startsWith(prefix))
				.map(({ key }) => key.slice(prefix.length)),
		)
	const { earlyAccess, feedback } = module.completion
	const isLastOfMain = words.id === useSite().courseOrder.at(-1)
	const isLast = course?.isLast ?? isLastOfMain
	return (
		<CourseModule
			module={module}
			number={course?.number}
			index={index}
			onGo={goTo}
			{...files}
			onDownload={download}
			onComplete={complete}
			afterOverview={isOpen && <KeepModule module={kept} lessons={lessonIds.length} />}
			renderLesson={(lessonId, section) => (
				<ModuleLesson
					key={lessonId}
					moduleId={words.id}
					section={section}
					lessonId={lessonId}
					onDownload={download}
					onNearEnd={nextLesson ? () => prefetchLesson({ moduleId: words.id, completed, lessonId: nextLesson }) : undefined}
				/>
			)}
			renderNote={(section) => <SectionNote place={{ moduleId: words.id, sectionId: section }} sync={notes} />}
			measure={measure}
			leftBefore={before.of - before.done}
			reached={doneNames('milestone')}
			onMilestone={(id, done) => progressStore.study({ kind: 'milestone', key: progressKey.milestone(words.id, id), done })}
			project={project}
			onProject={(projectId) => progressStore.study(projectFact(words.id, projectId))}
			afterCompletion={
				(isLast || earlyAccess || feedback) && (
					<AfterCompletion words={module.completion} moduleId={words.id} isLast={isLast} course={course} />
				)
			}
		/>
	)
}

/** Records a knowledge check that was answered offline and has now been graded. */
function reportGraded({ moduleId, lessonId }: CheckAddress, { score, total }: GradeLessonQuizResponse) {
	progressStore.study({ kind: 'lesson-quiz', key: progressKey.lesson(moduleId, lessonId), done: true, detail: { score, total } })
	toast({ title: 'Knowledge check graded', description: `You got ${score} out of ${total} in the check you took offline.` })
}
