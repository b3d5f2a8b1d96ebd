import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'

import { signedIn, startWire, type Wire } from '#tests/wire/test-client.ts'

import { addressOf, originOf, publish, readPublic, saveText } from './edit-content.ts'
import { type ConsoleBrowser, openConsoleAs } from './open-console.ts'
import { hiddenIn } from './read-form.ts'
import { rowsOf } from './read-table.ts'

const COURSE = '/admin/course'
const MODULE_2 = 'course/module-2/module.json'
const SALE = 'course/module-2/lessons/first-sale.md'

const confirmationOf = (part: string, course = 'course/course.json') =>
	`${COURSE}?remove=${encodeURIComponent(part)}&course=${encodeURIComponent(course)}`

/** Submits the confirmation form with the versions that it shows. */
async function remove(browser: ConsoleBrowser, part: string) {
	const shown = hiddenIn((await browser.get(confirmationOf(part))).text, COURSE)
	return browser.post(COURSE, { ...shown, do: `remove-${part}` })
}

const sectionsOf = (text: string | null) => (JSON.parse(text ?? '{}') as { sections: { id: string }[] }).sections.map(({ id }) => id)

test('a lesson is removed as a draft, which can be undone', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const edited = originOf(SALE).replace('title: First Sale', 'title: The first sale')
	await saveText(operator, SALE, edited)
	await publish(operator)
	await saveText(operator, SALE, edited.replace('title: The first sale', 'title: A half-written draft'))

	const { user } = await signedIn(wire)
	const progress = { user_id: user?.id ?? '', kind: 'section' as const, key: '2/first-sale', done: true, changed_at: new Date() }
	await wire.deps.db.insertInto('progress_entries').values(progress).execute()
	const question = (await operator.get(confirmationOf('lesson 2 first-sale'))).text
	expect(question).toContain('Remove “First Sale” from the course?')
	expect(question).toContain('1 learner opened it. Their notes, answers and progress are kept')
	const removed = await remove(operator, 'lesson 2 first-sale')
	expect(removed.to).toMatch(/notice=part-removed&changed=[\da-f-]{36},[\da-f-]{36}&did=remove$/)
	const { text } = await operator.get(removed.to)
	expect([text.includes('Remove First Sale'), text.includes('>Undo the removal<')]).toEqual([false, true])
	const undo = new URL(removed.to, 'http://x').searchParams.get('changed') ?? ''
	expect(rowsOf(text, 'Removed parts').map(([title, part]) => [title, part])).toEqual([['First Sale', 'Lesson of Module 2']])
	expect(text).toContain(`name="undo" value="${undo}"`)
	// The removed lesson's own draft isn't offered for publishing, because the lesson no longer has a page.
	const waiting = (await operator.get('/admin/content/publish')).text
	expect([waiting.includes('module.json') || waiting.includes('Module page: '), waiting.includes('half-written')]).toEqual([true, false])

	expect((await operator.post(COURSE, { do: 'undo', undo })).to).toContain('notice=outline-undone')
	expect((await operator.get(`${addressOf(SALE)}&as=text`)).text).toContain('A half-written draft')
	expect((await operator.get(COURSE)).text).not.toContain('Removed parts')
})

test('all unedited sample lessons are removed at once with their modules, own and edited ones stay, and it can be undone', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	expect((await operator.get(confirmationOf('samples'))).text).toContain('All lessons are samples.')
	await operator.post('/admin/content/new/lesson', { module: '2', title: 'My own', summary: 'x', duration: '20 minutes' })
	await saveText(operator, SALE, originOf(SALE).replace('title: First Sale', 'title: The first sale'))
	const all = sectionsOf(originOf(MODULE_2))
	const question = async () => (await operator.get(confirmationOf('samples'))).text
	expect(await question()).toContain('that came with Launchway?')
	expect(await question()).not.toContain('Fix these before you remove')
	const removed = await remove(operator, 'samples')
	expect(removed.to).toContain('notice=part-removed&changed=')
	const versions = () => wire.deps.db.selectFrom('content_versions').select('body').where('path', '=', MODULE_2)
	const draft = async () => sectionsOf((await versions().orderBy('id', 'desc').executeTakeFirstOrThrow()).body)
	expect(await draft()).toEqual(['first-sale', 'my-own'])
	expect((await operator.get('/admin/content/publish')).text).not.toContain('Fix these errors')
	const { text } = await operator.get(removed.to)
	expect(rowsOf(text, 'Removed parts').map(([, part]) => part)).toEqual(['Sample lessons'])
	await operator.post(COURSE, { do: 'undo', undo: new URL(removed.to, 'http://x').searchParams.get('changed') ?? '' })
	expect(await draft()).toEqual([...all, 'my-own'])
	expect((await operator.get(COURSE)).text).not.toContain('Removed parts')
})

test.each([
	[
		'that was never published',
		async (operator: ConsoleBrowser) => {
			await operator.post('/admin/content/new/lesson', { module: '2', title: 'By mistake', summary: 'x', duration: '20 minutes' })
			return 'lesson 2 by-mistake'
		},
	],
	[
		'with its first draft',
		async (operator: ConsoleBrowser) => {
			await saveText(operator, SALE, originOf(SALE).replace('title: First Sale', 'title: A half-written draft'))
			return 'lesson 2 first-sale'
		},
	],
])('a lesson %s is removed, and none of its text is published', async (_, prepare) => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const part = await prepare(operator)
	expect((await remove(operator, part)).status).toBe(303)
	const waiting = (await operator.get('/admin/content/publish')).text
	expect([waiting.includes('half-written'), waiting.includes('By mistake')]).toEqual([false, false])
})

test('a removed lesson stays removed when other drafts are published, and returns with an older module version', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const edited = originOf(SALE).replace('title: First Sale', 'title: The first sale')
	await saveText(operator, SALE, edited)
	await publish(operator)
	await remove(operator, 'lesson 2 first-sale')
	expect(await publish(operator)).toContain('Published')
	expect(sectionsOf(await readPublic(wire, MODULE_2))).not.toContain('first-sale')
	expect(await readPublic(wire, SALE)).toBe(edited)
	await saveText(
		operator,
		'course/module-2/lessons/analysis.md',
		originOf('course/module-2/lessons/analysis.md').replace('\n## ', '\nMore.\n\n## '),
	)
	expect(await publish(operator)).toContain('Published')
	const again = await operator.post('/admin/content/new/lesson', { module: '2', title: 'First Sale', summary: 'x', duration: '20 minutes' })
	expect([again.status, again.text.includes('A lesson with that title was removed from this module')]).toEqual([422, true])

	const versions = await wire.deps.db
		.selectFrom('content_versions')
		.select(['id', 'body'])
		.where('path', '=', MODULE_2)
		.orderBy('id')
		.execute()
	const newest = versions.at(-1)?.id ?? ''
	const origin = await operator.post('/admin/content/origin', { path: MODULE_2, base: newest })
	expect(origin.status).toBe(303)
	expect(await publish(operator)).toContain('Published')
	expect(wire.deps.content.readLesson(2, 'first-sale')?.title).toBe('The first sale')
})

test('a linked part can’t be removed, and the confirmation lists the links', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const question = (await operator.get(confirmationOf('lesson 1 value-mapping'))).text
	expect(question).toContain('Fix these before you remove it:')
	expect(question).toContain('href="/admin/content/file?path=course%2Fmodule-4%2Flessons%2Fmessaging-positioning.md')
	expect(question).toMatch(/Messaging &amp; Positioning › Text › “[A-Z][^”\]]+”<\/a>: links to it\./)
	expect(question).not.toMatch(/› line \d/)
	expect(question).not.toContain('value="remove-lesson 1 value-mapping"')
	const refused = await remove(operator, 'lesson 1 value-mapping')
	expect([refused.status, refused.text.includes('can’t be removed yet')]).toEqual([409, true])
	expect(await wire.countRows('content_versions')).toBe(0)
})

test('removing a module removes its week and links, and its page is gone for learners', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const question = (await operator.get(confirmationOf('module 3'))).text
	expect(question).toContain('Texts to check')
	expect((await remove(operator, 'module 3')).status).toBe(303)
	expect(await publish(operator)).toContain('Published')
	const { content } = wire.deps
	expect(content.gatedModules.map(({ id, requires }) => [id, requires])).toEqual([
		[1, null],
		[2, 1],
		[4, 2],
		[5, 4],
		[6, 5],
	])
	expect([content.modulePage(2).completion.next.href, content.course.modules[2]?.gate?.deniedRedirect]).toEqual([
		// the link from the removed module
		'/modules',
		'/course/module2',
	])
	expect(content.course.modules[2]?.gate?.deniedToast.title).toBe('Complete Module 2 First')
	expect([content.findGatedModule(3), content.readLesson(3, 'planning')]).toEqual([null, null])
	// Claims are recalculated without the removed module.
	expect((await operator.get(confirmationOf('module 6'))).text).not.toContain('Fix these before you remove')
})

test('the number of a removed module isn’t reused', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	expect((await remove(operator, 'module 6')).status).toBe(303)
	expect(await publish(operator)).toContain('Published')
	await operator.post('/admin/content/new/module', { title: 'New', summary: 'x', minutes: '60', lesson: 'First steps' })
	const { text } = await operator.get(COURSE)
	expect(text).toContain('course%2Fmodule-7%2Fmodule.json')
	// The module's course has another module now.
	const [row] = rowsOf(text, 'Removed parts')
	expect([row?.[1], row?.[3]]).toEqual(['Module 6', 'This part of the course has changed since then. Restore an earlier version'])
	const log = await wire.deps.db.selectFrom('operator_actions').select('object_id').where('action', '=', 'part_removed').execute()
	expect(log).toEqual([{ object_id: 'course/course.json' }])
})

test('the module where learners start and a module’s only lesson can’t be removed', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const entry = 'New learners start in Module 1 after they sign up, so it can’t be removed.'
	expect((await operator.get(confirmationOf('module 1'))).text).toContain(entry)
	expect((await remove(operator, 'module 1')).status).toBe(422)
	const module = JSON.parse(originOf(MODULE_2)) as { sections: { id: string }[]; roadmap: object[] }
	await saveText(operator, MODULE_2, JSON.stringify({ ...module, sections: module.sections.slice(0, 1), roadmap: [] }, null, '\t'))
	const only = (await operator.get(confirmationOf('lesson 2 first-income-stream'))).text
	expect(only).toContain('is the only lesson of its module. Remove the module instead.')
	for (const wrong of ['lesson 2 nothing', 'module 77', 'nonsense']) expect((await remove(operator, wrong)).status).toBeGreaterThan(399)
})

test('a removal from an outdated page is refused', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const opened = hiddenIn((await operator.get(confirmationOf('lesson 2 first-sale'))).text, COURSE)
	await operator.post(COURSE, { ...opened, do: 'lesson-down 2 analysis' })
	const late = await operator.post(COURSE, { ...opened, do: 'remove-lesson 2 first-sale' })
	expect([late.status, late.text.includes('Someone else changed the course')]).toEqual([409, true])
	const { base: _, 'base-2': __, ...without } = opened
	expect((await operator.post(COURSE, { ...without, do: 'remove-lesson 2 first-sale' })).status).toBe(409)
})

const lockText = (path: string) => sql`select pg_advisory_xact_lock(hashtextextended(${`content:${path}`}, 0))`

/** Blocks all changes of a text until `work` has this many of them waiting. */
const holdBack = ({ deps: { db } }: Wire, path: string, waiting: number, work: () => Promise<{ status: number; to: string }>[]) =>
	db.transaction().execute(async (held) => {
		await lockText(path).execute(held)
		const answers = work()
		await vi.waitFor(async () => {
			const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted
				and database = (select oid from pg_database where datname = current_database())`.execute(db)
			expect(rows).toHaveLength(waiting)
		})
		return answers
	})

test('if two operators remove the same lesson at once, one succeeds and the other changes nothing', async () => {
	const wire = await startWire()
	const people = [await openConsoleAs(wire, 'operator'), await openConsoleAs(wire, 'operator', 'second@academy.test')] as const
	await saveText(people[0], SALE, originOf(SALE).replace('title: First Sale', 'title: A half-written draft'))
	const forms = await Promise.all(people.map(async ({ get }) => hiddenIn((await get(confirmationOf('lesson 2 first-sale'))).text, COURSE)))
	const answers = await Promise.all(
		await holdBack(wire, MODULE_2, 2, () => people.map(({ post }, at) => post(COURSE, { ...forms[at], do: 'remove-lesson 2 first-sale' }))),
	)
	expect(answers.map(({ to }) => /notice=([a-z-]+)/.exec(to)?.[1] ?? '').toSorted()).toEqual(['outline-unchanged', 'part-removed'])
	const saved = await wire.deps.db.selectFrom('content_versions').select('path').orderBy('id').execute()
	expect(saved.map(({ path }) => path)).toEqual([SALE, MODULE_2, SALE])
	const log = await wire.deps.db.selectFrom('operator_actions').select('object_id').where('action', '=', 'content_saved').execute()
	expect(log).toHaveLength(3)
})

test('if one operator edits a module while another removes its lesson, one is refused and nothing is mixed', async () => {
	const wire = await startWire()
	const people = [await openConsoleAs(wire, 'operator'), await openConsoleAs(wire, 'operator', 'second@academy.test')] as const
	const doings = ['remove-lesson 2 first-sale', 'lesson-down 2 analysis']
	const forms = await Promise.all(people.map(async ({ get }) => hiddenIn((await get(confirmationOf('lesson 2 first-sale'))).text, COURSE)))
	const answers = await Promise.all(
		await holdBack(wire, MODULE_2, 2, () => people.map(({ post }, at) => post(COURSE, { ...forms[at], do: doings[at] ?? '' }))),
	)
	expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['303', '409'])
	const [saved, ...others] = await wire.deps.db.selectFrom('content_versions').select('body').execute()
	expect([sectionsOf(saved?.body ?? null).includes('first-sale'), others]).toEqual([answers[0]?.status === 409, []])
})

test('if a lesson is removed during a publication, the checked drafts are published and the removal waits', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const edited = originOf(SALE).replace('title: First Sale', 'title: The first sale')
	await saveText(operator, SALE, edited)
	const check = vi.spyOn(wire.deps.published, 'requireValid').mockImplementationOnce(async () => {
		expect((await remove(operator, 'lesson 2 first-sale')).status).toBe(303)
	})
	expect(await publish(operator)).toContain('Published')
	check.mockRestore()
	const { content } = wire.deps
	expect([await readPublic(wire, SALE), await readPublic(wire, MODULE_2)]).toEqual([edited, null])
	expect(content.readLesson(2, 'first-sale')?.title).toBe('The first sale')
	expect((await operator.get(COURSE)).text).not.toContain('Remove First Sale')

	expect(await publish(operator)).toContain('Published')
	expect(sectionsOf(await readPublic(wire, MODULE_2))).not.toContain('first-sale')
	// The removal discarded the draft during its publication: the publication must not overwrite the public text.
	expect(await readPublic(wire, SALE)).toBe(edited)
})

test('a lesson removed right after its draft was published keeps the published text', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const edited = originOf(SALE).replace('title: First Sale', 'title: The first sale')
	await saveText(operator, SALE, edited)
	const { requireValid } = wire.deps.published
	// The removal checks links before it saves; the draft is published in between.
	const spy = vi.spyOn(wire.deps.published, 'requireValid').mockImplementationOnce(async (...given) => {
		spy.mockRestore()
		expect(await publish(operator)).toContain('Published')
		return requireValid.apply(wire.deps.published, given)
	})
	expect((await remove(operator, 'lesson 2 first-sale')).status).toBe(303)
	expect(await publish(operator)).toContain('Published')
	expect(await readPublic(wire, SALE)).toBe(edited)
})
