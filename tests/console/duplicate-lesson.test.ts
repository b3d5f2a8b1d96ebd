import { expect, test } from 'vitest'

import { readYaml } from '#content/rewrite-yaml.ts'
import { startWire, type Wire } from '#tests/wire/test-client.ts'

import { addressOf, originOf, publish, readPublic, saveText } from './edit-content.ts'
import { type ConsoleBrowser, openConsoleAs } from './open-console.ts'
import { hiddenIn } from './read-form.ts'

const COURSE = '/admin/course'
const MODULE_2 = 'course/module-2/module.json'
const MODULE_3 = 'course/module-3/module.json'
const SALE = 'course/module-2/lessons/first-sale.md'
const COPY = 'course/module-2/lessons/copy-of-first-sale.md'

const shownBy = async (browser: ConsoleBrowser) => hiddenIn((await browser.get(COURSE)).text, COURSE)
const duplicate = async (browser: ConsoleBrowser, what: string, fields: Readonly<Record<string, string>> = {}) =>
	browser.post(COURSE, { ...(await shownBy(browser)), do: what, ...fields })

const draftOf = async ({ deps }: Wire, path: string) =>
	(await deps.db.selectFrom('content_versions').select('body').where('path', '=', path).orderBy('id', 'desc').executeTakeFirst())?.body ??
	null

type Section = { id: string; title: string; lessonId?: string; milestone?: { id: string; title: string } }
const frontMatterOf = (text: string | null) => text?.split(/^---$/m)[1] ?? ''
const sectionsOf = async (wire: Wire, path: string) =>
	(JSON.parse((await draftOf(wire, path)) ?? originOf(path)) as { sections: Section[] }).sections

test('a lesson is duplicated after the original, opens in the editor, and can be undone', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const edited = originOf(SALE).replace('title: First Sale', 'title: "Sale: the first"')
	await saveText(operator, SALE, edited)
	const made = await duplicate(operator, 'duplicate-lesson 2 first-sale')
	expect(made.to).toContain(`${addressOf(COPY)}&notice=lesson-duplicated&changed=`)
	expect(await draftOf(wire, COPY)).toBe(edited.replace('title: "Sale: the first"', 'title: "Copy of Sale: the first"'))
	const sections = await sectionsOf(wire, MODULE_2)
	const at = sections.findIndex(({ id }) => id === 'first-sale')
	expect(sections[at + 1]).toEqual({ id: 'copy-of-first-sale', title: 'Copy of First Sale', summary: expect.any(String) })
	expect(sections.find(({ id }) => id === 'first-sale')?.lessonId).toBe('first-sale')
	const editor = await operator.get(made.to)
	expect([editor.text.includes('Lesson duplicated'), editor.text.includes('>Undo the copy<')]).toEqual([true, true])
	expect((await operator.get(COURSE)).text).toContain('9 lessons')

	const undo = new URL(made.to, 'http://x').searchParams.get('changed') ?? ''
	expect((await operator.post(COURSE, { do: 'undo', undo })).to).toContain('notice=outline-undone')
	expect((await sectionsOf(wire, MODULE_2)).some(({ id }) => id === 'copy-of-first-sale')).toBe(false)
	// Its address may have been previewed, so the next copy gets another one.
	await duplicate(operator, 'duplicate-lesson 2 first-sale')
	await duplicate(operator, 'duplicate-lesson 2 first-sale')
	const ids = (await sectionsOf(wire, MODULE_2)).map(({ id }) => id).filter((id) => id.includes('first-sale'))
	expect(ids).toEqual(['first-sale', 'copy-of-first-sale-3', 'copy-of-first-sale-2'])
})

test('a published copy is a lesson with separate progress', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	await duplicate(operator, 'duplicate-lesson 3 foundation')
	const sections = await sectionsOf(wire, MODULE_3)
	const [original, copy] = [sections.find(({ id }) => id === 'foundation'), sections.find(({ id }) => id === 'copy-of-foundation')]
	expect([original?.milestone?.id, copy?.milestone?.id]).toEqual([expect.any(String), 'copy-of-foundation'])
	expect(copy?.milestone?.title).toBe(original?.milestone?.title)
	expect(await publish(operator)).not.toContain('Fix these errors')
	expect(await readPublic(wire, MODULE_3)).toContain('"copy-of-foundation"')
})

test('once a copy is published, its notice no longer offers to undo it', async () => {
	const operator = await openConsoleAs(await startWire(), 'operator')
	const made = await duplicate(operator, 'duplicate-lesson 3 foundation')
	expect((await operator.get(made.to)).text).toContain('>Undo the copy<')
	await publish(operator)
	expect((await operator.get(made.to)).text).not.toContain('>Undo the copy<')
})

test.each([
	['of three dashes', '---', 'Copy of ---'],
	['at the maximum length', 'x'.repeat(150), `Copy of ${'x'.repeat(141)}…`],
	['that would be cut within an emoji', `${'x'.repeat(140)}😀 cut`, `Copy of ${'x'.repeat(140)}…`],
])('a lesson with a title %s is renamed and duplicated, in the outline and in its text', async (_, title, ofCopy) => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	await duplicate(operator, 'rename-lesson 2 first-sale', { title })
	expect(readYaml(frontMatterOf(await draftOf(wire, SALE)))).toMatchObject({ title })
	const { to } = await duplicate(operator, 'duplicate-lesson 2 first-sale')
	const sections = await sectionsOf(wire, MODULE_2)
	const copy = sections[sections.findIndex(({ id }) => id === 'first-sale') + 1]
	expect([copy?.title, to.includes(addressOf(`course/module-2/lessons/${copy?.id}.md`))]).toEqual([ofCopy, true])
	expect(readYaml(frontMatterOf(await draftOf(wire, `course/module-2/lessons/${copy?.id}.md`)))).toMatchObject({ title: ofCopy })
})

test('a lesson is duplicated into another module of its course', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const form = (await operator.get(`${COURSE}?duplicate=${encodeURIComponent('lesson 2 first-sale')}`)).text
	expect(form).toContain('Duplicate “First Sale” into')
	expect(form).toContain('Learners’ progress and old links stay with the original.')
	const made = await duplicate(operator, 'duplicate-into 2 first-sale', { module: '3' })
	expect(made.to).toContain(addressOf('course/module-3/lessons/copy-of-first-sale.md'))
	expect((await sectionsOf(wire, MODULE_3)).at(-1)?.title).toBe('Copy of First Sale')
	expect((await sectionsOf(wire, MODULE_2)).some(({ id }) => id === 'copy-of-first-sale')).toBe(false)
	expect((await operator.get(COURSE)).text).toContain('1 new lesson')
	for (const module of ['99', '', 'x']) {
		const refused = await duplicate(operator, 'duplicate-into 2 first-sale', { module, form_id: 'outline-course-course-json' })
		expect([refused.status, refused.text.includes('Choose a module.')]).toEqual([422, true])
	}
})

test('a copy of a lesson that someone else changed or removed is refused', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const shown = await shownBy(operator)
	await duplicate(operator, 'duplicate-lesson 2 first-sale')
	expect((await operator.post(COURSE, { ...shown, do: 'duplicate-lesson 2 first-sale' })).status).toBe(409)
	expect((await duplicate(operator, 'duplicate-lesson 2 nothing')).status).toBe(409)
	expect((await duplicate(operator, 'duplicate-lesson 99 x')).status).toBeGreaterThan(399)
})
