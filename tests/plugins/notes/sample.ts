import { sql } from 'kysely'

import { loadedContent } from '#content/loaded.server.ts'
import { MAX_NOTE_LENGTH } from '#domain/notes/note.ts'
import { readCourseCatalog } from '#server/services/learning/progress/course-catalog.ts'
import type { PluginSample } from '#tests/plugins/samples.ts'

const versionOf = (text: string) => ({ id: 'page', edits: 1, text, changedAt: 1000, seen: [] })
const rowOf = (userId: string, text: string) => ({
	user_id: userId,
	module_id: 1,
	section_id: 'introduction-orientation',
	versions: JSON.stringify([versionOf(text)]),
})
const MAX_LENGTH = 'x'.repeat(MAX_NOTE_LENGTH)

export const sample: PluginSample = {
	own: async ({ db }, { userId, mark }) => {
		await db.insertInto('section_notes').values(rowOf(userId, mark)).execute()
		return {}
	},
	shows: ['GET /api/notes'],
	fillAccount: async ({ db }, userId) => {
		await db
			.insertInto('section_notes')
			.values(rowOf(userId, `note of ${userId}`))
			.execute()
	},
	inPolicy: { section_notes: ['Your notes, and when you last changed them', 'what you did, wrote and planned in the course'] },
	leftOut: { section_notes: 'bytes' },
	/** Adds a long note to every section. */
	fillUp: async ({ db }, userId) => {
		const { modules } = await readCourseCatalog(loadedContent)
		await sql`
			insert into section_notes (user_id, module_id, section_id, versions)
			select ${userId}::uuid, id, unnest("sectionIds"), ${JSON.stringify([versionOf(MAX_LENGTH)])}::jsonb
			from jsonb_to_recordset(${JSON.stringify(modules)}::jsonb) as m (id int, "sectionIds" text[])`.execute(db)
	},
	largest: {
		// All notes; one note with its versions may use the whole quota.
		'GET /api/notes': { kilobytes: 220 },
		'POST /api/notes/merge': {
			kilobytes: 220,
			body: { moduleId: 1, sectionId: 'introduction-orientation', versions: [versionOf(MAX_LENGTH)] },
		},
	},
}
