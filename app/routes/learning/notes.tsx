import { fromContent } from '#app/content.server.ts'
import { ExerciseList } from '#app/features/exercises/exercise-list.tsx'
import { useExercises, exercisesSync } from '#app/features/exercises/use-exercises.ts'
import { NotesList } from '#app/features/notes/notes-list.tsx'
import { useNotes, notesSync } from '#app/features/notes/use-notes.ts'
import { useProgressSync, useSyncState } from '#app/features/progress/use-progress-sync.ts'
import { useAccountSync } from '#app/lib/records/use-account-sync.ts'
import { useHydrated } from '#app/lib/use-hydrated.ts'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'

import type { Route } from './+types/notes.ts'

export const loader = fromContent(({ allModulePages, nameModule, taughtModule }) => ({
	modules: allModulePages.map(({ id }) => ({
		id,
		title: nameModule(id),
		sections: taughtModule(id).sections.map((section) => ({ id: section.id, title: section.title, lessonId: section.lessonId })),
	})),
}))

export const meta = ({ matches }: PageMetaArgs<Route.MetaArgs>) =>
	pageMeta(matches, {
		title: 'Your notes and exercises',
		description: 'Your notes on the sections of the course, and what you entered in exercises.',
	})

export default function NotesRoute({ loaderData: { modules } }: Route.ComponentProps) {
	useProgressSync()
	const progress = useSyncState()
	const isProgressKnown = progress === 'synced' || progress === 'waiting'
	const sync = useAccountSync(notesSync, isProgressKnown)
	useAccountSync(exercisesSync, isProgressKnown)
	const isHydrated = useHydrated()
	const hasSomething = useNotes().items.length + useExercises().items.length > 0
	return (
		<div className="page grid min-h-[60vh] content-start justify-items-start gap-8 pt-12 pb-20">
			<h1>Your notes and exercises</h1>
			{isHydrated ? (
				<>
					{hasSomething && (
						<div className="screen-only">
							<Button size="lg" onClick={() => window.print()}>
								<Icon name="print" />
								Print
							</Button>
						</div>
					)}
					<NotesList modules={modules} sync={sync} />
					<ExerciseList modules={modules} />
				</>
			) : (
				<p role="status">Loading your notes…</p>
			)}
			<noscript>
				<p>This page shows what this browser and your account have stored, which needs JavaScript.</p>
			</noscript>
		</div>
	)
}
