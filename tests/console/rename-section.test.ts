import { expect, test } from 'vitest'

import { renameSection } from '#server/console/content/rename-section.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { addressOf, baseIn, originOf, saveText } from './edit-content.ts'
import { openConsoleAs } from './open-console.ts'
import { fieldsOf, hiddenIn } from './read-form.ts'

const SALE = 'course/module-2/lessons/first-sale.md'
const MODULE = 'course/module-2/module.json'

async function start() {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const outline = async () => (await operator.get('/admin/course')).text
	const send = async (path: string, title: string, fields: Record<string, string> = {}) => {
		const base = baseIn((await operator.get(addressOf(SALE))).text)
		return operator.post(path, { path: SALE, as: 'markdown', base, d: '', 's/title': title, text: 'x', ...fields })
	}
	const save = async (title: string, fields?: Record<string, string>) => (await send('/admin/content/file', title, fields)).to
	const autosave = async (title: string, fields?: Record<string, string>) =>
		JSON.parse((await send('/admin/content/autosave', title, fields)).text) as { isRenamed: boolean }
	return { wire, operator, outline, save, autosave }
}

test('saving a lesson’s new title also changes its name in the course, if both were the same', async () => {
	const { wire, outline, save, autosave } = await start()
	expect(await save('The first buyer')).toContain('notice=content-renamed')
	expect(await outline()).toContain('The first buyer')
	const saved = await wire.deps.db.selectFrom('content_versions').select(['path', 'because_of']).orderBy('id').execute()
	expect(saved).toEqual([
		{ path: SALE, because_of: null },
		{ path: MODULE, because_of: SALE },
	])
	const log = await wire.deps.db.selectFrom('operator_actions').select('object_id').where('action', '=', 'content_saved').execute()
	expect(new Set(log.map(({ object_id: id }) => id))).toEqual(new Set([SALE, MODULE]))
	expect(await save('The first buyer', { text: 'More' })).toContain('notice=content-saved')
	expect(await autosave('The fir')).toMatchObject({ isRenamed: false })
	expect(await autosave('The first customer')).toMatchObject({ isRenamed: false })
	expect(await outline()).toContain('The first buyer')
	expect(await autosave('The first customer', { do: 'save' })).toMatchObject({ isRenamed: true })
	expect(await outline()).toContain('The first customer')
})

test('a lesson with another name in the course keeps it, and a file edited as text changes only itself', async () => {
	const { operator, outline, save, autosave } = await start()
	const text = originOf(SALE).replace('title: First Sale', 'title: The first sale')
	expect((await saveText(operator, SALE, text)).to).toContain('notice=content-saved')
	await saveText(operator, MODULE, originOf(MODULE).replaceAll('"title": "First Sale"', '"title": "Selling"'))
	expect(await save('The first buyer')).toContain('notice=content-saved')
	expect(await autosave('A buyer', { do: 'save' })).toMatchObject({ isRenamed: false })
	expect(await outline()).toContain('Selling')
})

test('a step of the roadmap with another title keeps it', () => {
	const titled = (title: string, step: string) => ({ sections: [{ id: 'a', title }], roadmap: [{ sectionId: 'a', title: step }] })
	expect(renameSection(titled('A', 'A'), 'a', 'B')).toEqual(titled('B', 'B'))
	expect(renameSection(titled('A', 'Own'), 'a', 'B')).toEqual(titled('B', 'Own'))
})

test('a module’s editor links to the form that changes its name and the title of its page', async () => {
	const { operator, outline } = await start()
	const page = (await operator.get(addressOf('course/module-1/module.json'))).text
	const [, link = ''] = /href="([^"]*)"[^>]*>Rename this module</.exec(page) ?? []
	const form = (await operator.get(link.replaceAll('&amp;', '&'))).text
	expect([form.includes('New title of “Foundation'), form.includes('value="Skill Discovery &amp; Foundation"')]).toEqual([true, true])
	const shown = hiddenIn(form, '/admin/course')
	const rename = (fields: Record<string, string>) => operator.post('/admin/course', { ...shown, do: 'rename-module 1', ...fields })
	const refused = await rename({ title: 'Clay', heading: ' ' })
	expect([refused.status, /<input(?=[^>]*id="rename-heading")(?=[^>]*aria-invalid="true")/.test(refused.text)]).toEqual([422, true])
	await rename({ title: 'Clay', heading: 'Your first clay' })
	expect(await outline()).toContain('Clay')
	const changed = (await operator.get(addressOf('course/module-1/module.json'))).text
	expect(changed).toContain('Module page: Clay')
	expect((await operator.get(`${addressOf('course/course.json')}&as=text`)).text).toContain(
		'&quot;pageTitle&quot;: &quot;Your first clay&quot;',
	)
	expect((await operator.get(addressOf('course/module-2/module.json'))).text).not.toContain('Rename this module')
})

test('a new heading on a module’s page also renames the module in lists, if both were the same', async () => {
	const { wire, operator, outline } = await start()
	const [, form = ''] = (await operator.get(addressOf(MODULE))).text.split('action="/admin/content/file"')
	const fields = fieldsOf(form.split('</form>')[0] ?? '')
	const save = (title: string) => operator.post('/admin/content/file', { ...fields, base: '', 's/title': title })
	expect((await save('Throwing pots')).to).toContain('notice=content-renamed')
	expect(await outline()).toContain('Throwing pots')
	const course = await wire.deps.db.selectFrom('content_versions').select('body').where('path', '=', 'course/course.json').execute()
	const { modules } = JSON.parse(course.at(-1)?.body ?? '') as { modules: { title: string; pageTitle: string }[] }
	expect(modules[1]).toMatchObject({ title: 'Throwing pots', pageTitle: 'Throwing pots' })
})

test('a new heading that differs from the name in lists leaves the lists and the message of the next module as they are', async () => {
	const { wire, operator, outline } = await start()
	const [, form = ''] = (await operator.get(addressOf('course/module-1/module.json'))).text.split('action="/admin/content/file"')
	const fields = fieldsOf(form.split('</form>')[0] ?? '')
	const saved = await operator.post('/admin/content/file', { ...fields, base: '', 's/title': 'Clay' })
	expect(saved.to).toContain('notice=content-saved')
	expect(await outline()).toContain('Foundation: Digital Career Discovery')
	const course = await wire.deps.db.selectFrom('content_versions').select('body').where('path', '=', 'course/course.json').execute()
	expect(course.length).toBeGreaterThan(0)
	for (const { body } of course) expect(body).toContain('You need to complete Module 1: Foundation before accessing Module 2')
})
