import { NotesList } from '#app/features/notes/notes-list.tsx'
import { useNotesSync } from '#app/features/notes/use-notes.ts'
import { useHydrated } from '#app/features/progress/use-hydrated.ts'
import { useProgressSync, useSyncState } from '#app/features/progress/use-progress-sync.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { modulePages } from '#content/public.server.ts'
import { paths } from '#contracts/paths.ts'

import type { Route } from './+types/notes.ts'

export const loader = () => ({
	modules: modulePages.map(({ id, title, sections }) => ({
		id,
		title: `Module ${id}: ${title}`,
		sections: sections.map((section) => ({ id: section.id, title: section.title })),
	})),
})

export const meta = () =>
	pageMeta({ title: 'Your notes', description: 'Your notes on the sections of the course.', path: paths.notes, noIndex: true })

export default function NotesRoute({ loaderData: { modules } }: Route.ComponentProps) {
	useProgressSync()
	const progress = useSyncState()
	const sync = useNotesSync(progress === 'synced' || progress === 'waiting')
	const isHydrated = useHydrated()
	return (
		<div className="page grid min-h-[60vh] content-start justify-items-start gap-8 pt-12 pb-20">
			<h1>Your notes</h1>
			{isHydrated ? <NotesList modules={modules} sync={sync} /> : <p role="status">Loading your notes…</p>}
			<noscript>
				<p>This page shows what this browser and your account have stored, which needs JavaScript.</p>
			</noscript>
		</div>
	)
}
