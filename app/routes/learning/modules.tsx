import { fromContent } from '#app/content.server.ts'
import { useExercises } from '#app/features/exercises/use-exercises.ts'
import { CourseMountain } from '#app/features/module/course-mountain.tsx'
import { ModuleList } from '#app/features/module/module-list.tsx'
import { useProgress } from '#app/features/progress/progress-store.ts'
import { useProgressSync } from '#app/features/progress/use-progress-sync.ts'
import { useStoredUser } from '#app/lib/stored-user.ts'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { CertificateRule } from '#app/ui/certificate-rule.tsx'
import { isSectionWritten } from '#content/course-outline.ts'
import { paths } from '#contracts/paths.ts'
import { measureCourseProgress } from '#domain/progress/measure-course.ts'

import type { Route } from './+types/modules.ts'

export { action } from '#app/form-action.server.ts'

export const loader = fromContent(({ course, courseOutline, taughtModule }) => ({
	words: course.list,
	modules: course.modules.map((module) => ({
		...module,
		unwritten: taughtModule(module.id).sections.filter((section, index) => !isSectionWritten(section, index)).length,
	})),
	outline: courseOutline(),
}))

export const meta = ({ loaderData, matches }: PageMetaArgs<Route.MetaArgs>) =>
	pageMeta(matches, { title: loaderData.words.title, description: loaderData.words.intro, path: paths.modules, image: '/og/modules.png' })

export default function ModulesRoute({ loaderData: { words, modules, outline } }: Route.ComponentProps) {
	useProgressSync()
	const { completed, entries } = useProgress()
	const { items: exercises } = useExercises()
	const { modules: measures } = measureCourseProgress(outline, { entries, exercises })
	const firstLeft = measures.findIndex(({ percent }) => percent < 100)
	const user = useStoredUser()
	const firstName = user?.name.trim().split(/\s+/)[0]
	const greeting = firstName ? words.greeting.replace('{firstName}', firstName) : words.greetingWithoutName
	const next = user ? words.continueButton : words.startButton
	return (
		<div className="page pt-12 pb-20">
			<div className="grid items-end gap-x-12 gap-y-8 pb-14 lg:grid-cols-[minmax(0,42rem)_1fr]">
				<div className="grid gap-4">
					{user && <p className="text-lg font-semibold text-accent-ink">{greeting}</p>}
					<h1 className="text-4xl">{words.title}</h1>
					<p className="text-lg">{words.intro}</p>
				</div>
				<CourseMountain
					count={modules.length}
					completedCount={firstLeft < 0 ? measures.length : firstLeft}
					className="w-full max-w-130 justify-self-end"
				/>
			</div>
			<ModuleList modules={modules} words={words} completed={completed} measures={measures} />
			<div className="border-t-2 border-ink pt-10 text-center">
				<LinkButton to={next.href} size="lg" data-alive="">
					{next.label}
				</LinkButton>
				<CertificateRule className="mx-auto mt-10 text-left text-soft" />
			</div>
		</div>
	)
}
