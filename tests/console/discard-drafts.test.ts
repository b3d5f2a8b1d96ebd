import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { SITE, startWire } from '#tests/wire/test-client.ts'

import { originOf, publish, readPublic, saveText } from './edit-content.ts'
import { openConsoleAs } from './open-console.ts'

const PAGE = '/admin/content/publish'
const DISCARD = '/admin/content/discard'
const HOME = 'marketing/home.json'
const first = (text: string) => text.replace('"subtitle": "', '"subtitle": "First ')

async function open() {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const boxes = async () => [...(await operator.get(PAGE)).text.matchAll(/<input id="draft-([\da-f-]{36})"/g)].map(([, id = '']) => id)
	const undo = async (to: string) => {
		const query = new URL(to, SITE).searchParams
		return operator.post('/admin/course', { do: 'undo', undo: query.get('changed') ?? '', did: query.get('did') ?? '' })
	}
	return { wire, operator, boxes, undo }
}

test('one draft is discarded from its row, logged, and comes back by undo', async () => {
	const { wire, operator, boxes, undo } = await open()
	await saveText(operator, HOME, first(originOf(HOME)))
	const [id = ''] = await boxes()
	const question = (await operator.get(`${PAGE}?discard=${id}`)).text
	expect(question).toContain('Discard the draft of “Home”?')
	expect(question).toMatch(/What you lose[^]*Line below the title/)
	const { to } = await operator.post(DISCARD, { drafts: id })
	expect(to).toMatch(/^\/admin\/content\/publish\?notice=draft-discarded&changed=[\da-f-]{36}&did=discard$/)
	expect((await operator.get(to)).text).toContain('No unpublished changes.')
	const logged = await wire.deps.db.selectFrom('operator_actions').select(['action', 'object_id']).orderBy('id', 'desc').executeTakeFirst()
	expect(logged).toEqual({ action: 'content_discarded', object_id: HOME })
	expect((await undo(to)).to).toBe('/admin/content/publish?notice=outline-undone')
	expect(await boxes()).toHaveLength(1)
})

test('a draft that someone saved since isn’t discarded', async () => {
	const { operator, boxes } = await open()
	await saveText(operator, HOME, first(originOf(HOME)))
	const [id = ''] = await boxes()
	await saveText(operator, HOME, first(first(originOf(HOME))))
	expect((await operator.post(DISCARD, { drafts: id })).status).toBe(409)
	expect(await boxes()).toHaveLength(1)
})

test('more drafts than an undo takes are refused, and nothing is discarded', async () => {
	const { operator, boxes } = await open()
	await saveText(operator, HOME, first(originOf(HOME)))
	const drafts = [...(await boxes()), ...Array.from({ length: 200 }, () => randomUUID())].join(' ')
	const { status, text } = await operator.post(DISCARD, { drafts })
	expect([status, text.includes('at most 200 drafts at once')]).toEqual([422, true])
	expect(await boxes()).toHaveLength(1)
})

test('a group is discarded at once: a new lesson is gone with its place in the module', async () => {
	const { wire, operator, boxes } = await open()
	await operator.post('/admin/content/new/lesson', { module: '2', title: 'On a stage', summary: 'How to speak', duration: '20 minutes' })
	const page = (await operator.get(PAGE)).text
	expect(page).toContain('New lesson “On a stage”<')
	expect(page).toMatch(/<summary[^>]*>[^<]*On a stage/)
	expect((await operator.post(DISCARD, { drafts: (await boxes()).join(' ') })).to).toContain('notice=drafts-discarded')
	expect((await operator.get(PAGE)).text).toContain('No unpublished changes.')
	expect((await operator.get('/admin/course')).text).not.toContain('On a stage')
	expect(await publish(operator)).not.toContain('Published:')
	expect(await readPublic(wire, 'course/module-2/module.json')).toBeNull()
})

test('links that were changed because a page is off can be published before it, in a group that says why', async () => {
	const { wire, operator } = await open()
	await saveText(operator, 'site.json', originOf('site.json').replace(/\n\}\s*$/, ',\n\t"hiddenPages": ["hustler-quiz"]\n}\n'))
	await operator.post('/admin/content/hidden-links', { to: '/signup' })
	const { text } = await operator.get(PAGE)
	expect(text).toContain('Turning off “Quiz: which side hustle fits”')
	const [, home = ''] = /<input id="(draft-[\da-f-]{36})"[^>]*data-first="true"[^>]*>[^<]*<label[^>]*>Home</.exec(text) ?? []
	expect(await publish(operator, { choose: 'drafts', [home]: 'on' })).toContain('Published: Home.')
	expect([await readPublic(wire, 'site.json'), await readPublic(wire, HOME)]).toEqual([null, expect.stringContaining('/signup')])
})
