import { useRef } from 'react'

import type { AccountState } from '#app/lib/records/use-account-sync.ts'
import { Button } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast-store.ts'
import { showNote } from '#domain/notes/edit-note.ts'
import { MAX_NOTE_LENGTH, noteId, type NoteVersion } from '#domain/notes/note.ts'

import { formatNoteTime, NoteText } from './note-text.tsx'
import { findNote, type NotePlace, notesStore } from './notes-store.ts'
import { useNotes } from './use-notes.ts'

const KEPT: Record<AccountState, string> = {
	idle: 'Saved in this browser. Sign in to save your notes to your account too.',
	syncing: 'Saved in this browser. Saving to your account…',
	synced: 'Saved in this browser and in your account.',
	'nearly-full': 'Saved in this browser and in your account. Your notes have nearly filled it: shorten some before you add new ones.',
	waiting: 'Saved in this browser. We’ll save it to your account once we can reach the server.',
	full: 'Saved in this browser only, because your account is full. Shorten others to save this one to your account too.',
	refused: 'Saved in this browser only: we couldn’t save this note to your account. The section may not be open to you yet.',
}
const NOT_KEPT = 'This browser doesn’t let us save anything, or its storage is full. Copy your note before you leave.'

/** `refused` and `full` may be about another note, so they are shown only while this one is unsent. */
function describeSaveState(sync: AccountState, isUnsent: boolean): string {
	return KEPT[!isUnsent && (sync === 'refused' || sync === 'full') ? 'synced' : sync]
}

/**
 * The same element is used for all sections: server-rendered HTML shows the first section, but text typed before hydration belongs to the
 * section in the URL.
 */
export function SectionNote({ place, sync }: { place: NotePlace; sync: AccountState }) {
	const { items: notes, unsent, isKept } = useNotes()
	const field = useRef<HTMLTextAreaElement>(null)
	const { own, others } = showNote(findNote(notes, place), notesStore.editor)
	const text = own?.text ?? ''

	function settle(chosen: string, other: NoteVersion) {
		if (chosen.length > MAX_NOTE_LENGTH)
			return toast({
				title: 'Too long for one note',
				description: `A note has at most ${MAX_NOTE_LENGTH} characters. Shorten yours first.`,
			})
		notesStore.write(place, chosen, [other])
		return field.current?.focus()
	}

	return (
		<section aria-label="Your notes on this section" className="mt-12 max-w-read">
			<TextArea
				ref={field}
				label="Your notes"
				hint={`Not shown to other learners. Up to ${MAX_NOTE_LENGTH.toLocaleString('en-US')} characters.`}
				rows={5}
				maxLength={MAX_NOTE_LENGTH}
				value={text}
				onChange={(event) => notesStore.write(place, event.target.value)}
			/>
			<p role="status" className="mt-2 text-soft">
				{own && (isKept ? describeSaveState(sync, unsent.includes(noteId(place))) : NOT_KEPT)}
			</p>
			{others.map((other) => (
				<div key={other.id} className="mt-4">
					<Callout role="status" title={`You also wrote this in another browser, ${formatNoteTime(other.changedAt)}`}>
						<div className="mt-2">
							<NoteText text={other.text} />
						</div>
						<div className="mt-4 flex flex-wrap gap-x-6 gap-y-3">
							<Button onClick={() => settle(`${text}\n\n${other.text}`, other)}>Add it to my notes</Button>
							<Button variant="secondary" onClick={() => settle(other.text, other)}>
								Use it instead
							</Button>
							<Button variant="quiet" onClick={() => settle(text, other)}>
								Delete it
							</Button>
						</div>
					</Callout>
				</div>
			))}
		</section>
	)
}
