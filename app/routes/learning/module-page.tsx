import { useEffect } from 'react'

import { EarlyAccessForm } from '#app/features/leads/early-access-form.tsx'
import { FeedbackForm } from '#app/features/leads/feedback-form.tsx'
import { usePrefetchLesson } from '#app/features/lesson/use-lesson.ts'
import { CourseModule } from '#app/features/module/course-module.tsx'
import { useSection } from '#app/features/module/use-section.ts'
import { progressStore } from '#app/features/progress/progress-store.ts'
import { useProgress } from '#app/features/progress/use-progress.ts'
import { downloadText } from '#app/lib/download-text.ts'
import { toast } from '#app/ui/toast-store.ts'
import type { CourseModule as ModuleWords } from '#content/schema/course.ts'
import type { Download } from '#content/schema/download.ts'
import type { Module } from '#content/schema/module.ts'
import type { LessonFile } from '#contracts/course.ts'
import { progressKey } from '#domain/progress/progress-entry.ts'

import { ModuleLesson } from './module-lesson.tsx'

type ModulePageProps = { words: ModuleWords; module: Module; downloads: Download[]; overview: Download; isOpen: boolean }

/** Puts a module's parts together: where the learner is, what they did, and what happens on each button. */
export function ModulePage({ words, module, downloads, overview, isOpen }: ModulePageProps) {
	const { entries, completed } = useProgress()
	const isCompleted = completed.has(words.id)
	const { index, goTo } = useSection(module.sections, isCompleted)
	const sectionId = module.sections[index]?.id
	const nextLesson = module.sections[index + 1]?.lessonId ?? null
	usePrefetchLesson(isOpen && nextLesson !== null ? { moduleId: words.id, lessonId: nextLesson, completed } : null)

	useEffect(() => {
		if (isOpen && sectionId) progressStore.record({ kind: 'section', key: progressKey.section(words.id, sectionId), done: true })
	}, [isOpen, sectionId, words.id])

	function complete() {
		progressStore.record({ kind: 'module', key: progressKey.module(words.id), done: true })
		toast(words.completionToast)
		goTo(module.sections.length)
	}

	function download(file: Download | LessonFile) {
		downloadText(file.fileName, file.previewContent, file.mediaType)
		const { title, description, variant } = module.downloadToast
		toast({ title, description: description?.replace('{title}', file.title), variant })
	}

	const prefix = `${words.id}/`
	const visits = entries.filter(({ kind, key }) => kind === 'section' && key.startsWith(prefix))
	return (
		<CourseModule
			module={module}
			index={index}
			onGo={goTo}
			opened={new Set(visits.map(({ key }) => key.slice(prefix.length)))}
			downloads={downloads}
			overview={overview}
			onDownload={download}
			onComplete={complete}
			renderLesson={(lessonId, sectionTitle) => (
				<ModuleLesson moduleId={words.id} lessonId={lessonId} sectionTitle={sectionTitle} onDownload={download} />
			)}
			afterCompletion={
				<>
					<EarlyAccessForm words={module.completion.earlyAccess} moduleId={Math.min(words.id + 1, 6)} />
					<FeedbackForm words={module.completion.feedback} moduleId={words.id} />
				</>
			}
		/>
	)
}
