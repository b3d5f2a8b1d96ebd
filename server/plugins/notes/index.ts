import { Hono } from 'hono'

import { MergeNoteRequestSchema, type MergeNoteResponse, type NotesResponse } from '#contracts/notes.ts'
import { RECORD_DAYS } from '#domain/privacy/periods.ts'
import { withLearner } from '#server/http/api/middleware.ts'
import { type HttpEnv, readJson } from '#server/http/environment.ts'
import { limitBody, limitRate } from '#server/http/limits.ts'
import { oneRequestPerAccount } from '#server/http/one-at-a-time.ts'
import type { Plugin } from '#server/plugins/plugin.ts'
import { createImportRule, readRecords } from '#server/services/learning/records/keep-record.ts'
import { declareUserTable } from '#server/services/people/privacy/registry/table-rule.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'

import { mergeOwnNote, noteTable } from './merge-note.ts'

/** Creates `/api/notes`. Learners can access only their own notes, including those on sections that are closed to them now. */
const createNotesApi = () =>
	new Hono<HttpEnv>()
		.use(limitBody(), withLearner)
		.get('/', limitRate({ name: 'notes-list', points: 1200, seconds: 600 }), oneRequestPerAccount, async (c) => {
			const { records: notes, storage } = await readRecords(c.var.ctx.db, noteTable, requireLearnerId(c.var.ctx))
			return c.json({ notes, storage } satisfies NotesResponse)
		})
		.post('/merge', limitRate({ name: 'notes-merge', points: 1200, seconds: 600 }), async (c) =>
			c.json((await mergeOwnNote(c.var.ctx, await readJson(c, MergeNoteRequestSchema))) satisfies MergeNoteResponse),
		)

export const plugin: Plugin = {
	mount: (app) => void app.route('/api/notes', createNotesApi()),
	bodies: { 'POST /api/notes/merge': MergeNoteRequestSchema },
	openWithoutFactor: ['GET /api/notes', 'POST /api/notes/merge'],
	openToViews: ['GET /api/notes'],
	tables: [
		declareUserTable('section_notes', {
			protection: 'learning',
			title: 'Notes',
			purpose: 'makes the notes on sections available on every device',
			retention: { days: RECORD_DAYS, clock: 'stored_at' },
			exported: ['module_id', 'section_id', 'versions', 'stored_at'],
			imported: createImportRule(noteTable),
		}),
	],
}
