import type { Doing, World } from './action-matrix.ts'
import { originOf, samplesOf } from './edit-content.ts'

export const LESSON = 'course/module-2/lessons/first-sale.md'
const PAGE = '---\ntitle: Gone\nsummary: Soon gone.\naddress: /gone\n---\n\nA page.\n'
const TERMS = 'legal/terms.md'

export async function listContentDoings({ wire, version, baseOf }: World): Promise<Doing[]> {
	const base = await baseOf(LESSON)
	const waiting = await wire.deps.db.selectFrom('scheduled_releases').select('id').where('ended_at', 'is', null).executeTakeFirst()
	const samples = await samplesOf(wire)
	const text = originOf(LESSON).replace(/^title: .*$/m, 'title: Three')
	const page = { path: 'pages/gone.md', body: PAGE, origin: '', author_id: null, created_at: wire.clock.now() }
	const added = await wire.deps.db.insertInto('content_versions').values(page).returning('id').executeTakeFirstOrThrow()
	const draft = {
		path: 'pages/dropped.md',
		body: PAGE.replace('/gone', '/dropped'),
		origin: '',
		author_id: null,
		created_at: wire.clock.now(),
	}
	const discarded = await wire.deps.db.insertInto('content_versions').values(draft).returning('id').executeTakeFirstOrThrow()
	return [
		{ row: '/admin/content/delete', path: '/admin/content/delete', fields: { path: page.path, base: added.id } },
		{ row: '/admin/content/versions/:version', path: `/admin/content/versions/${version}`, fields: { base } },
		{ row: '/admin/content/origin', path: '/admin/content/origin', fields: { path: LESSON, base } },
		{ row: '/admin/content/discard', path: '/admin/content/discard', fields: { drafts: discarded.id } },
		{ row: '/admin/content/file', path: '/admin/content/file', fields: { path: LESSON, as: 'text', base, text, do: 'save' } },
		{
			row: '/admin/course',
			path: '/admin/course',
			fields: { 'base-3': await baseOf('course/module-3/module.json'), do: 'lesson-down 3 project-choice' },
		},
		{
			row: '/admin/content/autosave',
			path: '/admin/content/autosave',
			fields: { path: TERMS, as: 'text', base: '', text: `${originOf(TERMS)}\nWritten.` },
		},
		{ row: '/admin/content/schedule', path: '/admin/content/schedule', fields: { due_at: '2035-01-05T12:00', samples } },
		{ row: '/admin/content/schedule/cancel', path: '/admin/content/schedule/cancel', fields: { schedule: waiting?.id ?? '' } },
		{ row: '/admin/content/publish', path: '/admin/content/publish', fields: { samples } },
	]
}
