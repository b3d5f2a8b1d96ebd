import { Link } from 'react-router'

import type { AccountState } from '#app/lib/records/use-account-sync.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { paths } from '#contracts/paths.ts'
import { showNote } from '#domain/notes/edit-note.ts'
import type { Note, NoteVersion } from '#domain/notes/note.ts'

import { formatNoteTime, NoteText } from './note-text.tsx'
import { notesStore } from './notes-store.ts'
import { useNotes } from './use-notes.ts'

const KEPT: Record<AccountState, string> = {
	idle: 'These notes are saved in this browser. Sign in to save them to your account too.',
	syncing: 'Loading the notes from your account…',
	synced: 'Saved in this browser and in your account.',
	'nearly-full': 'Saved in this browser and in your account, which is nearly full of notes.',
	waiting: 'These are the notes in this browser. We’ll load those in your account once we can reach the server.',
	full: 'Your account is full, so some of these notes are saved in this browser only.',
	refused: 'We couldn’t save some of these notes to your account. A section may not be open to you yet. They’re still in this browser.',
}

export type NamedModule = { id: number; title: string; sections: readonly { id: string; title: string }[] }

const versionsOf = (note: Note): NoteVersion[] => {
	const { own, others } = showNote(note, notesStore.editor)
	return [...(own && own.text.trim() !== '' ? [own] : []), ...others]
}

export function NotesList({ modules, sync }: { modules: readonly NamedModule[]; sync: AccountState }) {
	const written = useNotes().items.filter((note) => versionsOf(note).length > 0)
	const isSaid = written.length > 0 || (sync !== 'idle' && sync !== 'synced')
	const said = (
		<p role="status" className="screen-only max-w-read text-soft">
			{isSaid ? KEPT[sync] : ''}
		</p>
	)
	if (written.length === 0)
		return (
			<>
				{said}
				<p className="max-w-read">
					{sync === 'idle'
						? 'No notes on this device. Sign in to see those in your account.'
						: 'You have no notes yet. Every section of the course has a field for them.'}
				</p>
				<LinkButton to={paths.modules} variant="secondary">
					See All Modules
				</LinkButton>
			</>
		)
	return (
		<>
			{said}
			{modules.map((module) => (
				<ModuleNotes key={module.id} module={module} notes={written.filter(({ moduleId }) => moduleId === module.id)} />
			))}
		</>
	)
}

function ModuleNotes({ module: { id, title, sections }, notes }: { module: NamedModule; notes: readonly Note[] }) {
	const place = ({ sectionId }: Note) => sections.findIndex((section) => section.id === sectionId)
	if (notes.length === 0) return null
	return (
		<section aria-labelledby={`notes-${id}`} className="grid w-full max-w-read gap-6">
			<h2 id={`notes-${id}`}>{title}</h2>
			{notes
				.toSorted((a, b) => place(a) - place(b))
				.map((note) => (
					<article key={note.sectionId} className="grid gap-2 border-t border-line-strong pt-4">
						<h3>
							{place(note) < 0 ? (
								'A section that’s no longer in the course'
							) : (
								<Link className="link" to={`${paths.courseModule(id)}?section=${note.sectionId}`}>
									{sections[place(note)]?.title}
								</Link>
							)}
						</h3>
						{versionsOf(note).map((version, index) => (
							<div key={version.id} className={index > 0 ? 'mt-3' : ''}>
								{index > 0 && <p className="font-semibold">Also written in another browser, {formatNoteTime(version.changedAt)}:</p>}
								<NoteText text={version.text} />
							</div>
						))}
					</article>
				))}
		</section>
	)
}
