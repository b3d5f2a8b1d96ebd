import { callApi } from '#app/lib/own-api.ts'
import type { AccountApi } from '#app/lib/records/account-sync.ts'
import { useRecords } from '#app/lib/records/record-store.ts'
import { AccountSync } from '#app/lib/records/use-account-sync.ts'
import type { MergeNoteResponse, NotesResponse } from '#contracts/notes.ts'
import type { Note } from '#domain/notes/note.ts'

import { notesStore, parseNotes } from './notes-store.ts'

const account: AccountApi<Note> = {
	batch: 1,
	async list() {
		const { notes, storage } = await callApi<NotesResponse>('/api/notes')
		return { items: parseNotes(notes), storage }
	},
	async merge([body], how) {
		const { note, storage } = await callApi<MergeNoteResponse>('/api/notes/merge', { body, ...how })
		return { items: parseNotes([note]), storage }
	},
}

export const notesSync = new AccountSync({ store: notesStore, account, quietMs: 1500 })

export const useNotes = () => useRecords(notesStore)
