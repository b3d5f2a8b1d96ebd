import { expect, test } from 'vitest'

import { startWire } from '#tests/wire/test-client.ts'

import { originOf, publish, readPublic, saveText } from './edit-content.ts'
import { openConsoleAs } from './open-console.ts'
import { hiddenIn } from './read-form.ts'

const PAGE = '/admin/content/publish'
const MODULE = 'course/module-2/module.json'
const LESSON = 'course/module-2/lessons/on-a-stage.md'
const MODULE_TITLE = 'Module 2 › Module page: '

async function open() {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const typed = { module: '2', title: 'On a stage', summary: 'How to speak', duration: '20 minutes' }
	await operator.post('/admin/content/new/lesson', typed)
	/** Returns the fields of a form, with the checkboxes whose labels start with one of these titles. */
	const choose = async (action: string, ...titles: string[]) => {
		const form = (await operator.get(PAGE)).text.split('<form').find((each) => each.includes(`value="${action}"`)) ?? ''
		const boxes = [...form.matchAll(/<input[^>]*name="(draft-[\w-]+)"[\s\S]*?<label[^>]*>(?:<[^>]*>)*([^<]*)</g)]
		const chosen = boxes.filter(([, , title = '']) => titles.some((start) => title.startsWith(start)))
		const shown = /name="shown" value="([^"]*)"/.exec(form)?.[1] ?? ''
		return { choose: 'drafts', shown, ...Object.fromEntries(chosen.map(([, name = '']) => [name, 'on'])) }
	}
	/** Returns the groups of the drafts on the page, by title. */
	const groups = async () => {
		const { text } = await operator.get(PAGE)
		const boxes = [...text.matchAll(/<input[^>]*id="draft-[^>]*data-group="([^"]*)"[^>]*>[^<]*<label[^>]*>([^<]*)</g)]
		return new Map(boxes.map(([, group = '', title = '']) => [title, group]))
	}
	return { wire, operator, choose, groups }
}

test('a module isn’t published without the text of its new lesson', async () => {
	const { wire, operator, choose } = await open()
	const refused = await publish(operator, await choose('-admin-content-publish', MODULE_TITLE))
	expect(refused).toContain('The selected drafts depend on others: select those too, or fix these errors.')
	expect(refused).toContain(
		'Lessons › On a stage</a>: Publish all changes of this lesson at the same time, or learners see “Section Content Coming Soon”.',
	)
	expect(await readPublic(wire, MODULE)).toBeNull()
	await publish(operator, await choose('-admin-content-publish', MODULE_TITLE, 'Module 2 › On a stage'))
	expect([await readPublic(wire, MODULE), await readPublic(wire, LESSON)]).toEqual([
		expect.stringContaining('on-a-stage'),
		expect.stringContaining('title: On a stage'),
	])
	// Once both are public, each is published alone.
	await saveText(operator, LESSON, `${(await readPublic(wire, LESSON)) ?? ''}\nMore.\n`)
	await saveText(operator, MODULE, ((await readPublic(wire, MODULE)) ?? '').replace('"subtitle": "', '"subtitle": "First '))
	await publish(operator, await choose('-admin-content-publish', MODULE_TITLE))
	expect(await readPublic(wire, MODULE)).toContain('"subtitle": "First ')
})

test('a module isn’t published while the text of its new lesson is scheduled', async () => {
	const { wire, operator, choose } = await open()
	const fields = await choose('-admin-content-publish', MODULE_TITLE, 'Module 2 › On a stage')
	const at = { due_at: '2099-01-01T10:00', form_id: '-admin-content-schedule', form_page: PAGE }
	const samples = await operator.post('/admin/content/schedule', { ...fields, ...at })
	expect(samples.text).toContain('Write these texts first')
	const key = /name="samples"[^>]*value="([^"]*)"/.exec(samples.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
	expect((await operator.post('/admin/content/schedule', { ...fields, ...at, samples: key })).status).toBe(303)
	const draft = await wire.deps.db.selectFrom('content_versions').select('body').where('path', '=', MODULE).executeTakeFirstOrThrow()
	await saveText(operator, MODULE, (draft.body ?? '').replace('"subtitle": "', '"subtitle": "First '))
	expect(await publish(operator)).toContain('Publish all changes of this lesson at the same time')
	expect(await readPublic(wire, MODULE)).toBeNull()
})

test('a lesson that is public without a text stays publishable, and so does its module', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const listed = originOf(MODULE).replace(
		'"sections": [',
		'"sections": [{ "id": "later", "title": "Later", "summary": "It comes later." },',
	)
	await saveText(operator, MODULE, listed)
	expect(await publish(operator)).toContain('Published')
	await saveText(operator, 'course/module-2/lessons/later.md', originOf('course/module-2/lessons/first-sale.md'))
	await saveText(operator, MODULE, listed.replace('"subtitle": "', '"subtitle": "First '))
	const form = (await operator.get(PAGE)).text
	const [, box = ''] = /name="(draft-[\w-]+)"[^>]*>[^<]*<label[^>]*>Module 2 › Module page/.exec(form) ?? []
	expect(await publish(operator, { choose: 'drafts', [box]: 'on' })).toContain('Published')
	expect(await readPublic(wire, MODULE)).toContain('"subtitle": "First ')
})

test('drafts that are published together are one group, others are groups of their own', async () => {
	const { operator, groups } = await open()
	await saveText(operator, 'marketing/home.json', originOf('marketing/home.json').replace('"subtitle": "', '"subtitle": "First '))
	await operator.post('/admin/content/new/lesson', { module: '2', title: 'Off stage', summary: 'Rest', duration: '20 minutes' })
	const found = await groups()
	const module = [...found].find(([title]) => title.startsWith(MODULE_TITLE))?.[1]
	expect(module).toBeTruthy()
	expect([found.get('Module 2 › On a stage'), found.get('Module 2 › Off stage')]).toEqual([module, module])
	expect(found.get('Home')).not.toBe(module)
})

test('a module without one of its lessons, and the changed text of that lesson, are one group', async () => {
	const { wire, operator, groups } = await open()
	await publish(operator)
	const module = JSON.parse((await readPublic(wire, MODULE)) ?? '') as { sections: { id: string; lessonId?: string }[] }
	const sections = module.sections.filter(({ id, lessonId }) => ![id, lessonId].includes('on-a-stage'))
	expect(sections).toHaveLength(module.sections.length - 1)
	await saveText(operator, MODULE, JSON.stringify({ ...module, sections }, null, '\t'))
	await saveText(operator, LESSON, `${(await readPublic(wire, LESSON)) ?? ''}\nMore.\n`)
	const found = [...(await groups()).values()]
	expect([found.length, new Set(found).size]).toEqual([2, 1])
})

test('a new lesson that isn’t written yet is published only after a confirmation', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const later = '"sections": [{ "id": "later", "title": "Later", "summary": "It comes later." },'
	await saveText(operator, MODULE, originOf(MODULE).replace('"sections": [', later))
	const answer = await operator.post(PAGE, { form_id: '-admin-content-publish', form_page: PAGE })
	expect(answer.text).toContain('Write these texts first, or check the box to publish the samples.')
	expect(answer.text).toMatch(/One text is still a sample[^]*› Later</)
	expect(await readPublic(wire, MODULE)).toBeNull()
	await publish(operator)
	expect(await readPublic(wire, MODULE)).toContain('"later"')
})

test('the text of a lesson isn’t taken back while its public module still lists it', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const shown = hiddenIn((await operator.get('/admin/course')).text, '/admin/course')
	const made = await operator.post('/admin/course', { ...shown, do: 'duplicate-lesson 2 first-sale' })
	await publish(operator)
	const undo = new URL(made.to, 'http://x').searchParams.get('changed') ?? ''
	expect((await operator.post('/admin/course', { do: 'undo', undo })).to).toContain('outline-undone')
	const copy = 'course/module-2/lessons/copy-of-first-sale.md'
	const [draft] = await wire.deps.db.selectFrom('content_versions').select('id').where('path', '=', copy).orderBy('id', 'desc').execute()
	const refused = await publish(operator, { choose: 'drafts', [`draft-${draft?.id}`]: 'on' })
	expect(refused).toContain('Publish all changes of this lesson at the same time')
	expect(await publish(operator)).toContain('Published')
	expect([await readPublic(wire, MODULE), await readPublic(wire, copy)]).toEqual([null, null])
})
