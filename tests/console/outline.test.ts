import { expect, test } from 'vitest'

import { startWire, type Wire } from '#tests/wire/test-client.ts'

import { originOf, saveText } from './edit-content.ts'
import { type ConsoleBrowser, openConsoleAs } from './open-console.ts'
import { hiddenIn } from './read-form.ts'

const COURSE = '/admin/course'
const MODULE_2 = 'course/module-2/module.json'

const lessonsOf = (text: string, module: string): string[] => {
	const [, list = ''] = new RegExp(`aria-label="Lessons of ${module}">([\\s\\S]*?)</ol>`).exec(text) ?? []
	return [...list.matchAll(/class="outline-title [^>]*>([^<]*)</g)].map(([, title = '']) => title.replaceAll('&amp;', '&'))
}
const INCOME = 'Building Your First Income Stream'

/** Returns the versions and the form token that the page submits. */
const shownBy = async (browser: ConsoleBrowser, path = COURSE) => hiddenIn((await browser.get(path)).text, COURSE)

const draftOf = async ({ deps }: Wire, path: string) => {
	const row = await deps.db.selectFrom('content_versions').select('body').where('path', '=', path).orderBy('id', 'desc').executeTakeFirst()
	return row === undefined ? null : (JSON.parse(row.body ?? originOf(path)) as Record<string, { id: string | number; title: string }[]>)
}

test('lessons move by buttons and by order, as a draft that can be undone', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const before = lessonsOf((await operator.get(COURSE)).text, INCOME)
	expect([before.length > 5, before[0]]).toEqual([true, 'Building Your First Income Stream'])
	const moved = await operator.post(COURSE, { ...(await shownBy(operator)), do: 'lesson-down 2 first-income-stream' })
	expect(moved.to).toMatch(/notice=outline-saved&changed=[\da-f-]{36}&did=move$/)
	const page = await operator.get(moved.to)
	expect(lessonsOf(page.text, INCOME).slice(0, 2)).toEqual([before[1], before[0]])
	const stored = await draftOf(wire, MODULE_2)
	expect(stored?.roadmap?.slice(0, 2).map(({ title }) => title)).toEqual([before[1], before[0]])

	const ids = stored?.sections?.map(({ id }) => String(id)) ?? []
	const order = ids.toReversed().join()
	const reversed = await operator.post(COURSE, { ...(await shownBy(operator)), do: 'lessons-order 2', order })
	expect(lessonsOf((await operator.get(reversed.to)).text, INCOME)).toHaveLength(before.length)
	expect((await draftOf(wire, MODULE_2))?.sections?.map(({ id }) => id).join()).toBe(order)

	const undo = new URL(reversed.to, 'http://x').searchParams.get('changed') ?? ''
	expect((await operator.get(reversed.to)).text).toMatch(new RegExp(`value="${undo}"[^]*>Undo the move<`))
	expect((await operator.post(COURSE, { do: 'undo', undo })).to).toContain('notice=outline-undone')
	expect((await draftOf(wire, MODULE_2))?.sections?.map(({ id }) => id)).toEqual(ids)
	expect((await operator.post(COURSE, { do: 'undo', undo })).to).toContain('notice=outline-unchanged')
	// An undo never reverts a later change.
	await operator.post(COURSE, { ...(await shownBy(operator)), do: 'lesson-up 2 analysis' })
	expect((await operator.post(COURSE, { do: 'undo', undo })).status).toBe(409)
	expect((await operator.get(reversed.to)).text).not.toContain(`value="${undo}"`)
	const actions = await wire.deps.db.selectFrom('operator_actions').select(['action', 'object_id']).execute()
	expect(actions.map(({ action }) => action).toSorted()).toEqual(['content_saved', 'content_saved', 'content_saved', 'content_undone'])
	expect(actions.every((each) => each.object_id === MODULE_2)).toBe(true)
})

test('an outline change keeps the person’s earlier editor text, and undo returns to it', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const text = originOf(MODULE_2).replace('"title": "', '"title": "Written: ')
	expect((await operator.post('/admin/content/autosave', { path: MODULE_2, as: 'text', text, base: '' })).status).toBe(200)
	const moved = await operator.post(COURSE, { ...(await shownBy(operator)), do: 'lesson-down 2 first-income-stream' })
	expect(await wire.countRows('content_versions')).toBe(2)
	const undo = new URL(moved.to, 'http://x').searchParams.get('changed') ?? ''
	expect((await operator.post(COURSE, { do: 'undo', undo })).to).toContain('notice=outline-undone')
	expect(await draftOf(wire, MODULE_2)).toEqual(JSON.parse(text))
})

test('undoing the only change leaves nothing to publish', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const moved = await operator.post(COURSE, { ...(await shownBy(operator)), do: 'lesson-down 2 first-income-stream' })
	expect((await operator.get('/admin/content/publish')).text).not.toContain('No unpublished changes.')
	const undo = new URL(moved.to, 'http://x').searchParams.get('changed') ?? ''
	await operator.post(COURSE, { do: 'undo', undo })
	expect((await operator.get('/admin/content/publish')).text).toContain('No unpublished changes.')
	const course = (await operator.get(COURSE)).text
	expect([course.includes('unpublished change'), course.includes('>draft<')]).toEqual([false, false])
})

test('modules can be moved, and each opens after the one before it', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	await operator.post(COURSE, { ...(await shownBy(operator)), do: 'module-down 2' })
	const course = (await draftOf(wire, 'course/course.json')) as unknown as { modules: { id: number; gate: { requires: number } }[] }
	expect(course.modules.slice(1, 3).map(({ id, gate }) => [id, gate.requires])).toEqual([
		[3, 1],
		[2, 1],
	])
	expect((await operator.post(COURSE, { ...(await shownBy(operator)), do: 'module-up 1' })).to).toContain('notice=outline-unchanged')
})

test('renaming a module or lesson changes every place that uses its name', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const page = `${COURSE}?rename=${encodeURIComponent('lesson 2 first-sale')}`
	expect((await operator.get(page)).text).toContain('New title of “First Sale”')
	const title = 'The first sale: yours & theirs'
	const renamed = await operator.post(COURSE, { ...(await shownBy(operator)), do: 'rename-lesson 2 first-sale', title })
	expect(new URL(renamed.to, 'http://x').searchParams.get('changed')?.split(',')).toHaveLength(2)
	const lesson = await wire.deps.db
		.selectFrom('content_versions')
		.select('body')
		.where('path', '=', 'course/module-2/lessons/first-sale.md')
		.executeTakeFirstOrThrow()
	expect(lesson.body).toContain(`title: "${title}"\n`)
	const shown = (await operator.get(COURSE)).text
	expect([shown.includes('The first sale: yours &amp; theirs'), shown.includes('>draft<')]).toEqual([true, true])
	await operator.post(COURSE, { ...(await shownBy(operator)), do: 'rename-module 2', title: 'Selling' })
	expect(lessonsOf((await operator.get(COURSE)).text, 'Selling')).toContain('The first sale: yours & theirs')
	for (const empty of ['', ' ', 'x'.repeat(151)])
		expect((await operator.post(COURSE, { ...(await shownBy(operator)), do: 'rename-module 2', title: empty })).status).toBe(422)
	const twice = await operator.post(COURSE, { ...(await shownBy(operator)), do: 'rename-module 2', title: '', heading: '', form_id: 'x' })
	expect(twice.text.match(/Write something first\./g)).toHaveLength(2)
})

test('a concurrent outline change is refused and shows the first one', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const opened = await shownBy(operator)
	await operator.post(COURSE, { ...opened, do: 'lesson-down 2 first-sale' })
	const late = await operator.post(COURSE, { ...opened, do: 'lesson-up 2 analysis' })
	expect([late.status, late.text.includes('Someone else changed the course')]).toEqual([409, true])
	// Other modules are unaffected.
	expect((await operator.post(COURSE, { ...opened, do: `lesson-down 3 ${originSection(3)}` })).status).toBe(303)
	for (const wrong of ['lessons-order 2', 'lesson-up 99 x', 'rename-lesson 2 nothing', 'nonsense', ''])
		expect((await operator.post(COURSE, { ...(await shownBy(operator)), do: wrong, order: 'a,b', title: 'x' })).status).toBeGreaterThan(399)
})

const originSection = (module: number) =>
	(JSON.parse(originOf(`course/module-${module}/module.json`)) as { sections: { id: string }[] }).sections[0]?.id ?? ''

test('a draft with errors is flagged, and invalid JSON has to be fixed in the editor', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	await saveText(operator, 'course/module-2/lessons/first-sale.md', '---\ntitle: Broken\n---\n')
	expect((await operator.get(COURSE)).text).toContain('>errors<')
	await saveText(operator, MODULE_2, '{ "id": 2 ')
	const page = await operator.get(COURSE)
	expect([page.status, page.text.includes('Fix it in its editor first')]).toEqual([409, true])
})
